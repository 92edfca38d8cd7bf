/**
 * Renyi DP of any mechanism run on a uniform sample of fixed size, from the mechanism's own Renyi curve.
 *
 * Use it when the size of the batch is fixed and neighbours differ by a replacement. Derivation:
 * docs/theorems/fixed-size-subsampled.md.
 */
import { logExpm1 } from "../../numerics/log-expm1.js";
import { logFactorial } from "../../numerics/log-factorial.js";
import { logOnePlusExp } from "../../numerics/log-one-plus-exp.js";
import { LogSum } from "../../numerics/log-sum.js";
import { checkFunction, checkNumber, checkOptions, DOMAIN, type Range } from "../../validate.js";

/** Beyond it the sum over the orders takes too long. */
export const MAX_SAMPLED_ORDER = 1e5;
const ORDER: Range = { min: 1, max: MAX_SAMPLED_ORDER, minIncluded: false };
const PURE_EPSILON: Range = { min: 0 };

/**
 * The Renyi divergence of order λ of a mechanism on a uniform sample of rate γ without replacement.
 *
 * ε'(λ) = log(1 + γ² C(λ,2) min{4(e^ε(2) − 1), e^ε(2) min{2, (e^ε(∞) − 1)²}} + Σ_{j=3..λ} γ^j C(λ,j)
 * e^((j−1)ε(j)) min{2, (e^ε(∞) − 1)^j}) / (λ − 1). Guarantee: upper bound, rounding included; at fractional
 * orders the chord of (λ − 1) ε'(λ) between the neighbouring integers. Assumes: replace-one adjacency for the
 * mechanism and for the whole; the sample's size is fixed. It may exceed ε(λ) itself, which is valid too.
 *
 * @param options.samplingRate γ = sample size / number of records, [1e-12, 1]
 * @param options.order λ, real, (1, 1e5]
 * @param options.curve j ↦ ε(j), the mechanism's Renyi DP at integer orders j >= 2, nats
 * @param options.pureEpsilon ε(∞), nats; left out where the mechanism has no pure guarantee
 * @returns ε'(λ), nats; Infinity where the curve is
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range
 * @example fixedSizeSubsampledRdp({ samplingRate: 0.01, order: 4, curve: (order) => order / 8 }).toExponential(4); // "2.3281e-4"
 * @see Wang, Balle, Kasiviswanathan, "Subsampled Renyi Differential Privacy and Analytical Moments
 *   Accountant", AISTATS 2019, arXiv:1808.00087, Theorem 9
 */
export function fixedSizeSubsampledRdp(options: {
  readonly samplingRate: number;
  readonly order: number;
  readonly curve: (order: number) => number;
  readonly pureEpsilon?: number;
}): number {
  checkOptions("fixedSizeSubsampledRdp", options);
  const samplingRate = checkNumber("fixedSizeSubsampledRdp: samplingRate", options.samplingRate, DOMAIN.rate);
  const order = checkNumber("fixedSizeSubsampledRdp: order", options.order, ORDER);
  const { curve, pureEpsilon } = options;
  checkFunction("fixedSizeSubsampledRdp: curve", curve);
  if (pureEpsilon !== undefined)
    checkNumber("fixedSizeSubsampledRdp: pureEpsilon", pureEpsilon, PURE_EPSILON);
  const logMoment = (integer: number) =>
    logMomentBound(samplingRate, integer, curve, pureEpsilon ?? Infinity);
  const above = Math.ceil(order);
  const share = above - order;
  const chord =
    share === 0 ? logMoment(above) : share * logMoment(above - 1) + (1 - share) * logMoment(above);
  const rounding = 1e-11 + 16 * order * Number.EPSILON; // relative, of the sums in the log domain, with room
  return (chord / (order - 1)) * (1 + rounding);
}

function logMomentBound(
  samplingRate: number,
  order: number,
  curve: (order: number) => number,
  pureEpsilon: number,
): number {
  if (order < 2 || pureEpsilon === 0) return 0;
  const logChoose = (j: number) => logFactorial(order) - logFactorial(j) - logFactorial(order - j);
  const logPure = logExpm1(pureEpsilon);
  const second = curve(2);
  const sum = new LogSum();
  for (let j = 2; j <= order; j++) {
    const general = (j - 1) * curve(j) + Math.min(Math.LN2, j * logPure);
    const tightest = j === 2 ? Math.min(general, Math.log(4) + logExpm1(second)) : general;
    if (tightest === Infinity) return Infinity;
    sum.add(j * Math.log(samplingRate) + logChoose(j) + tightest);
  }
  return logOnePlusExp(sum.log);
}
