import { logAddExp } from "../../../numerics/log-add-exp.js";
import { logBinomialMass } from "../../../numerics/log-binomial-mass.js";
import { logExpTail } from "../../../numerics/log-exp-tail.js";
import { logExpm1 } from "../../../numerics/log-expm1.js";
import { logOnePlusExp } from "../../../numerics/log-one-plus-exp.js";
import { LogSum } from "../../../numerics/log-sum.js";

/** The integrand's mass outside of the tilted means plus or minus this many standard deviations is below 1e-18 of it. */
const REACH = 10;

/**
 * log(E[r^order] - 1) for the likelihood ratio r = 1 - q + q e^z, q the sampling rate, of the sampled Gaussian, z = (2x - 1) / (2 sigma^2), x ~ N(0, sigma^2);
 * at fractional orders that need more than `mostNodes` nodes an upper bound.
 *
 * All sums and integrals are of positive terms, so that a moment of 1 + 1e-30 keeps its digits.
 */
export function logSampledMomentExcess(
  {
    samplingRate,
    noiseMultiplier: sigma,
  }: { readonly samplingRate: number; readonly noiseMultiplier: number },
  order: number,
  mostNodes: number,
): number {
  if (Number.isInteger(order)) return atInteger(samplingRate, sigma, order);
  const step = Math.min(0.25, 0.4 * sigma);
  const nodes = Math.ceil((2 * REACH + order / sigma) / step);
  return nodes <= mostNodes
    ? byQuadrature(samplingRate, sigma, order, step, nodes)
    : byConvexity(samplingRate, sigma, order);
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
 * E[r^order - 1 - order (r - 1)] by the trapezoid rule on x / sigma, which converges geometrically: the nearest singularity
 * (r = 0) is pi sigma away from the real line.
 */
function byQuadrature(
  samplingRate: number,
  sigma: number,
  order: number,
  step: number,
  nodes: number,
): number {
  const above = order - 1;
  const sum = new LogSum();
  for (let i = 0; i <= nodes; i++) {
    const t = i * step - REACH;
    const h = logRatio(samplingRate, t / sigma - 1 / (2 * sigma * sigma));
    // r^order - 1 - order (r - 1) = r (f(above h) + above f(-h)) with r = e^h and f(y) = e^y - 1 - y >= 0
    sum.add(h - (t * t) / 2 + logAddExp(logExpTail(above * h), Math.log(above) + logExpTail(-h)));
  }
  return sum.log + Math.log(step) - Math.log(2 * Math.PI) / 2;
}

/** log E[r^order] is convex in the order: the chord between the neighbouring integers lies above it. */
function byConvexity(samplingRate: number, sigma: number, order: number): number {
  const below = Math.floor(order);
  const logMoment = (k: number) => logOnePlusExp(atInteger(samplingRate, sigma, k));
  const chord = (below + 1 - order) * logMoment(below) + (order - below) * logMoment(below + 1);
  return logExpm1(chord);
}

/** log(1 - q + q e^z), q the sampling rate: accurate where it is near 0 and where the first terms nearly cancel. */
function logRatio(samplingRate: number, z: number): number {
  const growth = samplingRate * Math.expm1(z);
  if (growth === Infinity) return z + Math.log(samplingRate);
  return growth < -0.5 ? Math.log(1 - samplingRate + samplingRate * Math.exp(z)) : Math.log1p(growth);
}
