import { normalCdf } from "../../../numerics/normal-cdf.js";
import { type LatticeRange, latticeAbove } from "../transposition/lattice-above.js";
import { CONTRIBUTION_ERROR, type Contribution } from "./contribution.js";
import { type Copies, MAX_LENGTH, SPAN, sumPositivePart } from "./sum-positive-part.js";

/** The mean of independent copies of a contribution, times a weight > 0. */
export interface WeightedMean {
  readonly contribution: Contribution;
  readonly copies: number;
  readonly weight: number;
}

/**
 * Lattice steps per standard deviation of a copy: of one of many, and where the sum of all copies would not
 * fit, fewer. Valid at any: half or twice as many move an epsilon by less than 2e-5 of itself, that of a
 * radius of 2.5 among 2,000 dummies by -9 % to +5 %. Half of MANY_COPIES lowers that one by 9 %, too, and
 * twice as much changes none.
 */
const STEPS = { few: 16, many: 8 };
const MANY_COPIES = 2048;
/**
 * About the share of the result that is spent on values above the cut, and that of a step on what is raised
 * from below. Valid at any two: twice the first raises an epsilon by up to 1.2e-4 of itself, half of it
 * lowers one by 4e-5; twice or half of the second moves one by less than 1e-6.
 */
const CUT_SHARE = 1e-3;
const RAISED_SHARE = 1e-5;
/** Of a contribution's lattice: a sixteenth of it, or twice as many points, change no epsilon. */
const MAX_RANGE = 2 ** 24;
/**
 * Larger values are cut, so that a sum with one of them is within the longest transform. Valid at any share:
 * half or twice as much changes no epsilon.
 */
const MAX_ABOVE = Math.floor(0.3 * MAX_LENGTH);

/**
 * An upper bound of E(sum of weighted means + offset)_+, the means independent.
 *
 * Each contribution is cut at some value, the excess above which is paid, and put on a lattice above it in
 * convex order.
 */
export function weightedMeansExcess(means: readonly WeightedMean[], offset: number): number {
  const variance = means.reduce((sum, { contribution, copies, weight }) => {
    return sum + (weight * weight * contribution.variance) / copies;
  }, 0);
  const deviation = Math.sqrt(variance);
  const step = Math.max(
    Math.min(
      ...means.map(({ contribution, copies, weight }) => {
        const steps = copies < MANY_COPIES ? STEPS.few : STEPS.many;
        return ((weight / copies) * Math.sqrt(contribution.variance)) / steps;
      }),
    ),
    (SPAN * deviation) / MAX_LENGTH,
  );
  const guess = guessedExcess(means, offset, deviation);
  const laws = means.map((mean) => lawOf(mean, step, guess / means.length));
  const sum = sumPositivePart(
    laws.map(({ part }) => part),
    offset,
  );
  const total = laws.reduce((bound, { cut }) => bound + cut, sum) * (1 + 4 * CONTRIBUTION_ERROR);
  return Number.isNaN(total) ? Infinity : total;
}

/** About the result: that of a normal law, and of one large value. */
function guessedExcess(means: readonly WeightedMean[], offset: number, deviation: number): number {
  const mean = means.reduce((sum, { contribution, weight }) => sum + weight * contribution.mean, offset);
  const z = -mean / deviation;
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  const normal = z > 5 ? (deviation * density) / (z * z) : deviation * density - -mean * normalCdf(-z);
  const lone = means.reduce(
    (most, { contribution, copies, weight }) =>
      Math.max(most, weight * contribution.excess((copies / weight) * Math.max(0, deviation - mean))),
    0,
  );
  return Math.max(normal, lone);
}

/** Copies on a lattice of the sum's step, and what cutting them costs at most. */
function lawOf(
  { contribution, copies, weight }: WeightedMean,
  step: number,
  guess: number,
): { readonly part: Copies; readonly cut: number } {
  const unit = weight / copies;
  const own = step / unit;
  const raised = (RAISED_SHARE * own) / Math.sqrt(copies);
  const range: LatticeRange = {
    step: own,
    below: firstWhere((k) => contribution.shortfall(k * own) < raised),
    above: Math.min(
      MAX_ABOVE,
      firstWhere((k) => weight * contribution.excess(k * own) < CUT_SHARE * guess),
    ),
  };
  const law = latticeAbove(contribution, range, 2 * CONTRIBUTION_ERROR);
  return { part: { law: { ...law, step }, copies }, cut: weight * contribution.excess(range.above * own) };
}

/** The first point of the lattice, in steps of a quarter, at which a falling condition holds. */
function firstWhere(holds: (k: number) => boolean): number {
  let k = 16;
  while (!holds(k) && k < MAX_RANGE) k = Math.ceil(k * 1.25);
  return k;
}
