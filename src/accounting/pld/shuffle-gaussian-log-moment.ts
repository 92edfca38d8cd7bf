import { normalCdf } from "../../numerics/normal-cdf.js";
import type { Bracket } from "../../privacy/index.js";
import { checkNumber, RANGES } from "../../validate.js";
import { checkedPlan, type QueryOptions } from "./_internal/certify.js";
import { type Ends, refine } from "./_internal/refine.js";
import { type ConvexPower, expectedPower, logLargestEnd } from "./law/convex-power.js";
import { lawOfTheMean } from "./law/law-of-the-mean.js";
import { gaussianRatio, gaussianRatioDeviation } from "./pairs/gaussian-ratio.js";
import type { ProgressCallback } from "./progress-callback.js";

/** Cell width for a relative width of one per sum, in standard deviations; the width falls with its square. */
const CELL = 2;
const FINEST = 0.006;
/** What cutting tails off may cost, in nats below the answer. */
const TAIL_NATS = 25;
const LEAST_MASS = 1e-280;
/** Relative, of masses and powers: docs/theorems/privacy-loss-distributions.md, section 6. */
const ROUNDING = 1e-9;

/**
 * log E[S^order] for any real order, S the likelihood ratio of one round of the shuffle Gaussian mechanism: the mean of n i.i.d.
 * lognormals with mean one and log-variance 1 / s^2.
 *
 * Divided by order - 1 it is the Renyi divergence of that order from the mixture P to the null Q; at 1 - order it gives Q to P.
 * Guarantee: lower <= log E[S^order] <= upper, rounding included, for this pair (see `shuffleGaussianPrivacyLoss`).
 * Edges: orders 0 and 1 give 0; between them the answer is negative.
 *
 * @param options.users n, reports in the shuffle, integer >= 1
 * @param options.noiseMultiplier s, standard deviation of one report / l2 sensitivity, (0, Infinity)
 * @param options.order any real number; where E[S^order] leaves the doubles, `upper` is Infinity
 * @throws DpError OUT_OF_RANGE a parameter is outside its range; CANCELLED `query.signal` was aborted; NOT_CONVERGED
 *   `query.relativeWidth` is out of reach
 * @example shuffleGaussianLogMoment({ users: 2, noiseMultiplier: 1, order: 2 }).estimate.toFixed(3); // "0.620"
 * @see Liew and Takahashi, "Shuffle Gaussian Mechanism for Differential Privacy", 2022, arXiv:2206.09569, Theorem 1 (integer orders)
 */
export function shuffleGaussianLogMoment(
  options: { readonly users: number; readonly noiseMultiplier: number; readonly order: number },
  query: QueryOptions = {},
): Bracket {
  const where = "shuffleGaussianLogMoment";
  const users = checkNumber(`${where}: users`, options.users, RANGES.positiveInteger);
  const noiseMultiplier = checkNumber(`${where}: noiseMultiplier`, options.noiseMultiplier, RANGES.positive);
  const order = checkNumber(`${where}: order`, options.order, {});
  if (order === 0 || order === 1) return { lower: 0, estimate: 0, upper: 0 };
  const { ends, tailsCount } = sizeOfLogMoment(users, noiseMultiplier, order);
  const plan = checkedPlan(query, { defaultWidth: 1e-3, emptyClaim: Infinity, negligibleWidth: 0 });
  const sums = 2 * Math.log2(users) + 1;
  const size = refine({ ...plan, step: CELL * Math.sqrt(plan.relativeWidth / sums) }, (aim, _, watch) => {
    const step = Math.max(FINEST, aim);
    return { ...ends(step, watch), step, finest: tailsCount || aim <= FINEST };
  });
  return order > 0 && order < 1 ? negated(size) : size;
}

interface LogMomentSize {
  /** |log E[S^order]| between certified ends, as a function of the cell width. */
  readonly ends: (fineness: number, watch: ProgressCallback) => Ends;
  /** Whether masses too small for doubles count, so that finer cells do not help. */
  readonly tailsCount: boolean;
}

function sizeOfLogMoment(users: number, noiseMultiplier: number, order: number): LogMomentSize {
  const logAffordable = logLeastSize(users, noiseMultiplier, order) - TAIL_NATS;
  const { power, remainder } = cutPower(noiseMultiplier, order, logAffordable);
  const affordable = Math.exp(logAffordable - logLargestEnd(power));
  const negligible = Math.max(LEAST_MASS, Math.min(1e-16, affordable));
  const logOf = order > 0 && order < 1 ? (size: number) => -Math.log1p(-Math.min(1, size)) : Math.log1p;
  const ends = (fineness: number, watch: ProgressCallback): Ends => {
    const { upper, lower } = lawOfTheMean((width) => gaussianRatio(noiseMultiplier, width, negligible), {
      copies: users,
      fineness,
      largestSpacing: (0.7 * fineness) / noiseMultiplier,
      negligible,
      watch,
    });
    const most = expectedPower(power, upper) * (1 + ROUNDING) + remainder;
    return {
      lower: logOf(Math.min(Number.MAX_VALUE, expectedPower(power, lower)) * (1 - ROUNDING)),
      upper: Number.isNaN(most) ? Infinity : logOf(most),
    };
  };
  return { ends, tailsCount: affordable < LEAST_MASS };
}

/** About the logarithm of |E[S^order] - 1|, from below: its quadratic term, or one report's own moment. */
function logLeastSize(users: number, noiseMultiplier: number, order: number): number {
  const variance = gaussianRatioDeviation(noiseMultiplier) ** 2 / users;
  const quadratic = Math.log((Math.abs(order * (order - 1)) / 2) * variance);
  if (order <= 1) return quadratic;
  return Math.max(quadratic, logMomentOfOne(noiseMultiplier, order) - (order - 1) * Math.log(users));
}

function logMomentOfOne(noiseMultiplier: number, order: number): number {
  return (order * (order - 1)) / (2 * noiseMultiplier ** 2);
}

/**
 * The power, continued by tangents where one report's ratio is too rare to matter, and what that may cost.
 *
 * What a tangent cuts off is convex in s, too, so that S, below one ratio X in convex order, loses at most E[X^order] beyond the
 * cut; under the law weighted by X^order, log X is normal with mean (order - 1/2) / s^2.
 */
function cutPower(
  noiseMultiplier: number,
  order: number,
  logAffordable: number,
): { readonly power: ConvexPower; readonly remainder: number } {
  if (order >= 0 && order <= 1) return { power: { order, from: 0, to: Infinity }, remainder: 0 };
  const logMoment = logMomentOfOne(noiseMultiplier, order);
  const reach = Math.sqrt(2 * Math.max(1, logMoment - logAffordable));
  const cut = Math.exp((order - 0.5) / noiseMultiplier ** 2 + (Math.sign(order) * reach) / noiseMultiplier);
  const remainder = Math.exp(logMoment) * normalCdf(-reach) * (1 + ROUNDING);
  return {
    power: order > 0 ? { order, from: 0, to: cut } : { order, from: cut, to: Infinity },
    remainder: Math.max(remainder, Number.MIN_VALUE),
  };
}

function negated({ lower, estimate, upper }: Bracket): Bracket {
  return { lower: -upper, estimate: -estimate, upper: -lower };
}
