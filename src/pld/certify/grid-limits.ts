import type { WorkLimits } from "../compose/work-limits.js";
import type { DominatingPair } from "../dominating-pair.js";
import { composedStdDev } from "./composed-rounds.js";

/** Rounds of pairs that a lattice is planned for. */
type PlannedRounds = readonly {
  readonly pair: Pick<DominatingPair, "lossStdDev" | "hints">;
  readonly times: number;
}[];

/**
 * Points of a window, in standard deviations of the composed loss. Valid at any value: twice as many double
 * the least step; half as many let windows outgrow their limit.
 */
const WINDOW = 20;
/**
 * Smaller masses are cut off in any case, and count as infinite losses: valid at any value, and far below the
 * deltas that the transform certifies. Twice or half of it moves a delta of 1e-19 by up to 2e-4 of itself.
 */
const MIN_MASS = 1e-32;

/**
 * A mass that may be cut off, rounded down to one of a few values: like that of the steps, it lets pairs keep
 * their laws from query to query.
 */
export function negligibleMassFor(affordable: number): number {
  return Math.max(MIN_MASS, 10 ** (8 * Math.floor(Math.log10(affordable) / 8)));
}

/** The step below which the laws, or their window, have more points than the limits allow. */
export function smallestStep(rounds: PlannedRounds, span: number, limits: WorkLimits): number {
  return Math.max(
    span / limits.roundPoints,
    (WINDOW * composedStdDev(rounds)) / limits.windowPoints,
    ...rounds.map(({ pair }) => pair.hints?.smallestStep ?? 0),
  );
}

/** The step, made a whole fraction of the pairs' alignment where they have one in common. */
export function alignedStep(rounds: PlannedRounds, step: number): number {
  const alignment = rounds[0]!.pair.hints?.alignment;
  const isCommon = alignment !== undefined && rounds.every(({ pair }) => pair.hints?.alignment === alignment);
  return isCommon ? alignment / Math.ceil(alignment / step) : step;
}
