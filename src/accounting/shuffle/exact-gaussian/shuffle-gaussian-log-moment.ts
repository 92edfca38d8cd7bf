import { normalCdf } from "../../../numerics/normal-cdf.js";
import {
  type Bounds,
  isNarrow,
  type QueryOptions,
  Refinement,
  refinementGoal,
} from "../../../pld/certify/refinement.js";
import type { ProgressCallback } from "../../../pld/progress-callback.js";
import type { Bracket } from "../../../privacy/index.js";
import { checkNumber, checkOptions, DOMAIN } from "../../../validate.js";
import { type ConvexPower, expectedPower, logLargestEnd } from "./mean-of-ratios/convex-power.js";
import { gaussianRatio, gaussianRatioStdDev } from "./mean-of-ratios/gaussian-ratio-pmf.js";
import { lawOfTheMean } from "./mean-of-ratios/law-of-the-mean.js";
import { logMomentBounds } from "./mean-of-ratios/log-moment-bounds.js";

/**
 * The least width of a cell, in standard deviations. Valid at any value: half or twice as much changes no
 * moment of the width that is asked for by default.
 */
const MIN_STEP = 0.006;
/**
 * The largest width of a cell, beyond which the law of the mean says nothing. Half of it changed no moment.
 */
const MAX_STEP = 2;
/** Smaller masses lose their digits in doubles. */
const MIN_MASS = 1e-280;
/** Relative, of masses and powers: docs/theorems/privacy-loss-distributions.md, section 6. */
const RELATIVE_ERROR = 1e-9;

/**
 * log E[S^order] for any real order, S the likelihood ratio of one round of the shuffle Gaussian mechanism:
 * the mean of n i.i.d. lognormals with mean one and log-variance 1 / s^2.
 *
 * Divided by order - 1 it is the Renyi divergence of that order from the mixture P to the null Q; at 1 -
 * order it gives Q to P. Guarantee: lower <= log E[S^order] <= upper, rounding included, for this pair (see
 * `shuffleGaussianPrivacyLoss`). Edges: orders 0 and 1 give 0; between them the result is negative.
 *
 * @param options.users n, reports in the shuffle, integer in [1, 1e12]
 * @param options.noiseMultiplier s, standard deviation of one report / l2 sensitivity, [1e-8, 1e9]
 * @param options.order real, (-1e13, 1e13]; where the law of S leaves the doubles, wider
 *   bounds stand in
 * @throws DpError OUT_OF_RANGE a parameter is outside its range; CANCELLED `query.signal` was aborted;
 *   NOT_CONVERGED `query.relativeWidth` is out of reach
 * @example shuffleGaussianLogMoment({ users: 2, noiseMultiplier: 1, order: 2 }).estimate.toFixed(3); // "0.620"
 * @see Liew and Takahashi, "Shuffle Gaussian Mechanism for Differential Privacy", 2022, arXiv:2206.09569,
 *   Theorem 1 (integer orders)
 */
export function shuffleGaussianLogMoment(
  options: { readonly users: number; readonly noiseMultiplier: number; readonly order: number },
  query: QueryOptions = {},
): Bracket {
  const where = "shuffleGaussianLogMoment";
  checkOptions(where, options);
  const users = checkNumber(`${where}: users`, options.users, DOMAIN.count);
  const noiseMultiplier = checkNumber(
    `${where}: noiseMultiplier`,
    options.noiseMultiplier,
    DOMAIN.composedNoise,
  );
  const order = checkNumber(`${where}: order`, options.order, { ...DOMAIN.order, min: -DOMAIN.order.max });
  if (order === 0 || order === 1) return { lower: 0, estimate: 0, upper: 0 };
  const plan = planOf(users, noiseMultiplier, order);
  const goal = refinementGoal(query, { defaultWidth: 1e-3, vacuousUpper: Infinity, negligibleWidth: 0 });
  const sums = 2 * Math.log2(users) + 1;
  // Cells two standard deviations wide have a relative width of one per sum; the width falls with their
  // square.
  const refinement = new Refinement(goal, 2 * Math.sqrt(goal.relativeWidth / sums));
  while (plan.affordableMass >= MIN_MASS && !refinement.isDone && refinement.step <= MAX_STEP) {
    const onProgress = refinement.startPass();
    const step = Math.max(MIN_STEP, refinement.step);
    refinement.add({
      ...boundsAt(plan, step, onProgress),
      step,
      isFinest: refinement.step <= MIN_STEP,
    });
  }
  if (!isNarrow(refinement.bounds, goal)) {
    refinement.startPass();
    const bounds = logMomentBounds(users, noiseMultiplier, order);
    refinement.add({ ...bounds, step: refinement.step, isFinest: true });
  }
  const size = refinement.bracket();
  return order > 0 && order < 1 ? negated(size) : size;
}

/** What is expected under the law of the mean, and how much of it may be cut off. */
interface MomentPlan {
  readonly users: number;
  readonly noiseMultiplier: number;
  readonly power: ConvexPower;
  /** What the power's tangents may leave out. */
  readonly remainder: number;
  /** Mass that may be cut off; below MIN_MASS, masses too small for doubles matter: no law is computed. */
  readonly affordableMass: number;
}

function planOf(users: number, noiseMultiplier: number, order: number): MomentPlan {
  // Cutting tails off may cost e^-25 of the result.
  const logAffordable = logLeastSize(users, noiseMultiplier, order) - 25;
  const { power, remainder } = cutPower(noiseMultiplier, order, logAffordable);
  const affordableMass = Math.exp(logAffordable - logLargestEnd(power));
  return { users, noiseMultiplier, power, remainder, affordableMass };
}

/** Bounds of |log E[S^order]| from cells of width `relativeStep`. */
function boundsAt(plan: MomentPlan, relativeStep: number, onProgress: ProgressCallback): Bounds {
  const { users, noiseMultiplier, power, remainder } = plan;
  const negligibleMass = Math.min(1e-16, plan.affordableMass);
  const { pessimistic, optimistic } = lawOfTheMean(
    (width) => gaussianRatio(noiseMultiplier, width, negligibleMass),
    {
      copies: users,
      relativeStep,
      maxLogSpacing: (0.7 * relativeStep) / noiseMultiplier,
      negligibleMass,
      onProgress,
    },
  );
  const most = expectedPower(power, pessimistic) * (1 + RELATIVE_ERROR) + remainder;
  const least = Math.min(Number.MAX_VALUE, expectedPower(power, optimistic)) * (1 - RELATIVE_ERROR);
  return {
    lower: Number.isNaN(least) ? 0 : logOf(least, power.order),
    upper: Number.isNaN(most) ? Infinity : logOf(most, power.order),
  };
}

/** |log E[S^order]|, given |E[S^order] - 1|. */
function logOf(size: number, order: number): number {
  return order > 0 && order < 1 ? -Math.log1p(-Math.min(1, size)) : Math.log1p(size);
}

/** About the logarithm of |E[S^order] - 1|, from below: its quadratic term, or one report's own moment. */
function logLeastSize(users: number, noiseMultiplier: number, order: number): number {
  const variance = gaussianRatioStdDev(noiseMultiplier) ** 2 / users;
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
 * What a tangent cuts off is convex in s, too, so that S, below one ratio X in convex order, loses at most
 * E[X^order] beyond the cut; under the law weighted by X^order, log X is normal with mean (order - 1/2) /
 * s^2.
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
  const remainder = Math.exp(logMoment) * normalCdf(-reach) * (1 + RELATIVE_ERROR);
  return {
    power: order > 0 ? { order, from: 0, to: cut } : { order, from: cut, to: Infinity },
    remainder: Math.max(remainder, Number.MIN_VALUE),
  };
}

function negated({ lower, estimate, upper }: Bracket): Bracket {
  return { lower: -upper, estimate: -estimate, upper: -lower };
}
