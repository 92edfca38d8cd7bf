import { firstIntegerWhere } from "../../numerics/first-integer-where.js";
import { ROUNDING } from "../../numerics/rounding.js";
import type { Ratio } from "./ratio.js";

/**
 * Normal quantiles beyond which the upper tail adds nothing to a double, and beyond which the lower tail is
 * bounded. Larger ones are as valid: twice as large, they change no digit. Half of the upper one leaves out
 * up to 3e-7 of a logarithm, and is not valid; half of the lower one may double a logarithm.
 */
const UPPER_TAIL = 12;
const LOWER_TAIL = 37;
/** Phi(-37), rounded up. */
const LOWER_TAIL_MASS = 6e-300;

/**
 * The ratio of N(1, s^2) to N(0, s^2) under the latter: X = exp((2x - 1) / (2 s^2)), lognormal with
 * log-variance 1/s^2.
 *
 * E[X^k] = exp(k (k - 1) / (2 s^2)). The Laplace transform is the trapezoidal rule in z = x / s, whose error
 * falls as exp(-pi^2 s / step) (the integrand is analytic in a strip of half-width pi s / 2); the lower tail
 * that it leaves out is added as if X were 0 there, so that the result is an upper bound. For s < 0.1 it is
 * +Infinity.
 *
 * @param noiseMultiplier s, standard deviation / sensitivity, > 0
 */
export function gaussianRatio(noiseMultiplier: number): Ratio {
  const logVariance = 1 / noiseMultiplier ** 2;
  const nodes = noiseMultiplier < 0.1 ? undefined : quadrature(noiseMultiplier);
  return {
    logMoment: (order) => 0.5 * order * (order - 1) * logVariance,
    logInverseMoment: (power) => 0.5 * power * (power + 1) * logVariance,
    logLaplace: (t) => {
      if (nodes === undefined) return Infinity;
      // Up to t = 600 e^t times the lower tail's mass is nothing.
      if (t < 600) return Math.log1p(laplaceExcess(nodes, t));
      const value = t + logLaplaceOfLarge(nodes, t);
      return value > 1 ? value : Math.max(0, value) + t * ROUNDING.formula; // the two nearly cancel
    },
  };
}

interface Quadrature {
  /** X at each node, increasing. */
  readonly values: Float64Array;
  /** X - 1. */
  readonly excesses: Float64Array;
  /** Step times normal density. */
  readonly weights: Float64Array;
  readonly logWeights: Float64Array;
}

function quadrature(noiseMultiplier: number): Quadrature {
  const step = Math.min(0.125, noiseMultiplier / 4);
  const first = Math.ceil(-LOWER_TAIL / step);
  const size = Math.ceil((UPPER_TAIL + 1 / noiseMultiplier) / step) - first + 1;
  const z = Float64Array.from({ length: size }, (_, i) => (first + i) * step);
  const density = step / Math.sqrt(2 * Math.PI);
  const logValues = z.map((zi) => (zi - 0.5 / noiseMultiplier) / noiseMultiplier);
  return {
    values: logValues.map(Math.exp),
    excesses: logValues.map(Math.expm1),
    weights: z.map((zi) => density * Math.exp(-0.5 * zi * zi)),
    logWeights: z.map((zi) => Math.log(density) - 0.5 * zi * zi),
  };
}

/**
 * E[exp(-t (X - 1))] - 1 = E[exp(-y) - 1 + y] with y = t (X - 1), since E[y] = 0: every term is nonnegative.
 */
function laplaceExcess({ excesses, weights }: Quadrature, t: number): number {
  let sum = LOWER_TAIL_MASS * Math.exp(t);
  for (let i = 0; i < weights.length; i++) sum += weights[i]! * exponentialExcess(t * excesses[i]!);
  return sum;
}

/**
 * log E[exp(-t X)], scaled by its largest term; the terms rise to it and fall from it on, as their logarithms
 * are concave in the node.
 */
function logLaplaceOfLarge({ values, logWeights }: Quadrature, t: number): number {
  const exponentAt = (i: number): number => logWeights[i]! - t * values[i]!;
  const peak = firstIntegerWhere((i) => exponentAt(i + 1) <= exponentAt(i), 0, values.length - 1);
  const largest = Math.max(Math.log(LOWER_TAIL_MASS), exponentAt(peak));
  const sumTowards = (end: number, direction: 1 | -1, first: number): number => {
    let sum = 0;
    for (let i = first; i !== end; i += direction) {
      const exponent = exponentAt(i) - largest;
      // Terms this far below the largest, thousands of them, cannot change a double.
      if (exponent < -55) break;
      sum += Math.exp(exponent);
    }
    return sum;
  };
  const sum = sumTowards(values.length, 1, peak) + sumTowards(-1, -1, peak - 1);
  return largest + Math.log(sum + LOWER_TAIL_MASS * Math.exp(-largest));
}

/** e^-y - 1 + y >= 0, to full relative accuracy near zero. */
function exponentialExcess(y: number): number {
  if (Math.abs(y) > 0.25) return Math.expm1(-y) + y;
  let term = 0.5 * y * y;
  let sum = term;
  for (let k = 3; Math.abs(term) > 1e-17 * sum; k++) {
    term *= -y / k;
    sum += term;
  }
  return sum;
}
