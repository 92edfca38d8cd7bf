import { exp, expm1 } from "../../numerics/portable-math.js";
import type { MechanismEvent } from "../../privacy/index.js";
import { type RandomSource, sampleBernoulli } from "../../random/index.js";
import { checkNumber } from "../../validate.js";
import type { BallOptions, VectorRandomizer } from "../local-randomizer.js";
import { checkSomeReports } from "./check-reports.js";
import { checkVector } from "./check-vector.js";
import { normOf } from "./norm.js";
import { sampleCap, sampleCapHeight, sampleHeightOutsideCap, sampleOutsideCap } from "./sample-cap.js";
import { directionOf, sampleDirection, scaled } from "./unit-vectors.js";
import { vectorReports } from "./vector-reports.js";

/** A cap of the unit sphere around a direction. */
export interface Cap {
  /** γ: the cap holds the directions v with <v, direction> >= γ. */
  readonly threshold: number;
  /** q: its share of the sphere. */
  readonly mass: number;
  /** E[<v, direction>; v in the cap] for uniform v. */
  readonly moment: number;
}

/** A randomizer of the l2 ball whose report points into a cap around the value's direction, or outside it. */
export interface CapRandomizer extends VectorRandomizer<Float64Array> {
  /** The cap, around the direction of the value. */
  readonly cap: Cap;
  /** The probability that a report of a value of full length points into the cap. */
  readonly capProbability: number;
  /** Length of every report. */
  readonly reportLength: number;
  /**
   * The inner product of a report's direction with the direction of a value of this length, for dimension >=
   * 2. Given it, the rest of the report is uniform around the value, so a caller that draws the rest itself
   * has the whole report.
   */
  drawHeight(source: RandomSource, valueLength: number): number;
}

/** More than the rounding of `mass` and of the probability, so that their odds never exceed e^ε₀. */
const EPSILON_MARGIN = 1e-12;

/** More than the rounding of `mass`, relatively; a smaller cap spends less. */
const MASS_MARGIN = 1e-9;

/** More than the rounding of a report's length, of a sum of 2^30 squares. */
const LENGTH_MARGIN = 1e-6;

/**
 * The common form of the hemisphere randomizer and PrivUnit: with odds e^ε₀ q/(1 - q) a uniform direction
 * from the cap, else one from outside, so that the density has two levels whose ratio is e^ε₀. Its mean is
 * `alignment` times the direction.
 *
 * A value inside the ball is first rounded to its sphere: to ± x/||x|| with probability 1/2 ± ||x||/2a, which
 * is unbiased.
 */
export function capRandomizer(options: BallOptions, name: string, cap: Cap): CapRandomizer {
  const { localEpsilon, dimension, bound } = options;
  const spent = localEpsilon - EPSILON_MARGIN;
  const missProbability = 1 / (1 + (exp(spent) * cap.mass) / (1 - cap.mass));
  const alignment = (expm1(spent) * cap.moment) / (1 + expm1(spent) * cap.mass);
  const magnitude = bound / alignment;
  const checkValue = (value: ArrayLike<number>) => checkVector(`${name}: value`, value, dimension);
  const checkReport = (report: Float64Array, path = `${name}: report`) => {
    checkVector(path, report, dimension);
    checkNumber(`${path}'s l2 norm`, normOf(report, "l2"), {
      min: magnitude * (1 - LENGTH_MARGIN),
      max: magnitude * (1 + LENGTH_MARGIN),
      advice: "no value is reported so",
    });
  };
  const { sum, ...code } = vectorReports(name, dimension, checkReport);

  return {
    dimension,
    cap,
    capProbability: 1 - missProbability,
    ...code,
    describe: () => describeCap(localEpsilon, cap),
    worstVariance: magnitude ** 2,
    reportLength: magnitude,
    drawHeight(source, valueLength) {
      const sign = isAlong(source, valueLength, bound) ? 1 : -1;
      const sample = sampleBernoulli(source, missProbability) ? sampleHeightOutsideCap : sampleCapHeight;
      return sign * sample(source, dimension, cap.threshold);
    },
    randomize(source, value) {
      checkValue(value);
      const axis = roundToSphere(source, value, bound);
      const sample = sampleBernoulli(source, missProbability) ? sampleOutsideCap : sampleCap;
      return scaled(sample(source, axis, cap.threshold), magnitude);
    },
    variance(value) {
      checkValue(value);
      return magnitude ** 2 - Math.min(bound, normOf(value, "l2")) ** 2;
    },
    decodeMean(reports) {
      checkSomeReports(name, reports);
      return sum(Array.from(reports), reports.length);
    },
    decodeSum: (reports) => sum(reports, 1),
  };
}

function describeCap(epsilon: number, { mass }: Cap): MechanismEvent {
  return { kind: "subsetResponse", epsilon, mass: Math.min(1 / 2, mass * (1 + MASS_MARGIN)) };
}

/** A unit vector whose mean is value / bound. */
function roundToSphere(source: RandomSource, value: ArrayLike<number>, bound: number): Float64Array {
  const length = normOf(value, "l2");
  if (length === 0) return sampleDirection(source, value.length);
  const direction = directionOf(value);
  return isAlong(source, length, bound) ? direction : scaled(direction, -1);
}

/** Whether a value of this length is rounded to its own direction; else to the opposite one. */
function isAlong(source: RandomSource, length: number, bound: number): boolean {
  return sampleBernoulli(source, (1 + Math.min(1, length / bound)) / 2);
}
