import { logAddExp } from "../../../numerics/log-add-exp.js";
import { logBinomialMass } from "../../../numerics/log-binomial-mass.js";
import { logExpTail } from "../../../numerics/log-exp-tail.js";
import { logExpm1 } from "../../../numerics/log-expm1.js";
import { logOnePlusExp } from "../../../numerics/log-one-plus-exp.js";
import { LOG_SQRT_TWO_PI } from "../../../numerics/log-sqrt-two-pi.js";
import { LogSum } from "../../../numerics/log-sum.js";

/**
 * Standard deviations beyond the outer tilted means up to which the integrand is summed; what is beyond is
 * bounded. Valid at any value: twice as much changes a divergence by 1e-14, half as much raises one by up to
 * 5e-6.
 */
const REACH = 10;
/**
 * Places at which the largest integrand is looked for. Valid at any number: twice or half as many change no
 * divergence.
 */
const SAMPLES = 64;
/** Relative error of the trapezoid rule: docs/theorems/poisson-gaussian.md. */
const RULE_ERROR = 2e-14;

interface SampledGaussian {
  readonly samplingRate: number;
  readonly noiseMultiplier: number;
}

/**
 * log(E[r^order] - 1) for the likelihood ratio r = 1 - q + q e^z, q the sampling rate, of the sampled
 * Gaussian, z = (2x - 1) / (2 sigma^2), x ~ N(0, sigma^2); at fractional orders that need more than about
 * `mostNodes` nodes an upper bound.
 *
 * All sums and integrals are of positive terms, so that a moment of 1 + 1e-30 keeps its digits.
 */
export function logSampledMomentExcess(gaussian: SampledGaussian, order: number, mostNodes: number): number {
  const { samplingRate, noiseMultiplier: sigma } = gaussian;
  if (Number.isInteger(order)) return atInteger(samplingRate, sigma, order);
  const step = Math.min(0.25, 0.4 * sigma);
  const end = (order + 2) / sigma + REACH;
  // Almost all of the mass is about three of the tilted means.
  const nodes = Math.min(REACH + end, 6 * REACH) / step;
  if (nodes <= mostNodes) return byQuadrature(gaussian, order, step, end);
  const chord = byConvexity(samplingRate, sigma, order);
  return order < 2 ? Math.min(chord, byPowers(samplingRate, sigma, order)) : chord;
}

/** Binomial expansion; the terms 0 and 1 of E[r^k] - 1 vanish, the others are positive. */
function atInteger(samplingRate: number, sigma: number, order: number): number {
  const law = { probability: samplingRate, complement: 1 - samplingRate };
  const sum = new LogSum();
  for (let k = 2; k <= order; k++) {
    const exponent = (k * (k - 1)) / (2 * sigma * sigma);
    sum.add(logBinomialMass(k, order, law) + logExpm1(exponent));
  }
  return sum.log;
}

/**
 * E[r^order - 1 - order (r - 1)], rounded up, by the trapezoid rule on t = x / sigma, which converges
 * geometrically: the nearest singularity (r = 0) is pi sigma away from the real line. Many nodes at a time
 * that add nothing are bounded, not summed.
 */
function byQuadrature(gaussian: SampledGaussian, order: number, step: number, end: number): number {
  const last = Math.ceil((end + REACH) / step);
  const at = (i: number): number => i * step - REACH;
  const excessAt = (t: number): number => logExcess(gaussian, order, t);
  let largest = -Infinity;
  for (let k = 0; k <= SAMPLES; k++) {
    for (const t of [at((k * last) / SAMPLES), (k * order) / (SAMPLES * gaussian.noiseMultiplier)]) {
      largest = Math.max(largest, excessAt(t) - (t * t) / 2);
    }
  }
  const sum = new LogSum();
  const addBlock = (from: number, to: number, left: number, right: number): void => {
    // The excess falls, then rises.
    const nearest = Math.max(0, at(from), -at(to));
    const bound = Math.max(left, right) - (nearest * nearest) / 2 + Math.log(to - from);
    if (bound < largest - 45)
      sum.add(bound); // small ones are bounded many at a time
    else if (to - from <= 8) {
      for (let i = from; i < to; i++) sum.add(excessAt(at(i)) - at(i) ** 2 / 2);
    } else {
      const middle = (from + to) >> 1;
      const between = excessAt(at(middle));
      addBlock(from, middle, left, between);
      addBlock(middle, to, between, right);
    }
  };
  const left = excessAt(at(0));
  const right = excessAt(at(last));
  addBlock(0, last, left, right);
  const logWeight = Math.log(step) - LOG_SQRT_TWO_PI;
  const ends = [left - at(0) ** 2 / 2 + Math.log(0.25), right - at(last) ** 2 / 2 + Math.log(step + 0.125)];
  const tails = ends.map((each) => each - LOG_SQRT_TWO_PI);
  return [sum.log + logWeight, ...tails].reduce(logAddExp) + RULE_ERROR;
}

/**
 * log(r^order - 1 - order (r - 1)) = log(r (f(above h) + above f(-h))), r = e^h, f(y) = e^y - 1 - y >= 0 and
 * above = order - 1.
 */
function logExcess(
  { samplingRate, noiseMultiplier: sigma }: SampledGaussian,
  order: number,
  t: number,
): number {
  const h = logRatio(samplingRate, t / sigma - 1 / (2 * sigma * sigma));
  const above = order - 1;
  return h + logAddExp(logExpTail(above * h), Math.log(above) + logExpTail(-h));
}

/**
 * An upper bound below order 2: (a + b)^order <= a^order + order a^above b + b^order, of which the first two
 * are at most 1 here.
 */
function byPowers(samplingRate: number, sigma: number, order: number): number {
  return order * Math.log(samplingRate) + (order * (order - 1)) / (2 * sigma * sigma);
}

/** log E[r^order] is convex in the order: the chord between the neighbouring integers lies above it. */
function byConvexity(samplingRate: number, sigma: number, order: number): number {
  const below = Math.floor(order);
  const logMoment = (k: number) => logOnePlusExp(atInteger(samplingRate, sigma, k));
  const chord = (below + 1 - order) * logMoment(below) + (order - below) * logMoment(below + 1);
  return logExpm1(chord);
}

/**
 * log(1 - q + q e^z), q the sampling rate: accurate where it is near 0 and where the first terms nearly
 * cancel.
 */
function logRatio(samplingRate: number, z: number): number {
  const growth = samplingRate * Math.expm1(z);
  if (growth === Infinity) return z + Math.log(samplingRate);
  return growth < -0.5 ? Math.log(1 - samplingRate + samplingRate * Math.exp(z)) : Math.log1p(growth);
}
