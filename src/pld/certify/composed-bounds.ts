import { ROUNDING, roundedUp } from "../../numerics/rounding.js";
import { type PldQuery, queryComposed, querySingle } from "../compose/query-pmf.js";
import type { WorkCounter } from "../compose/work-limits.js";
import { onCommonLattice, type RepeatedLaw } from "../discretize/on-common-lattice.js";
import type { DiscretizedPair, RepeatedPair } from "../dominating-pair.js";
import { reversePmf, type Side } from "../pmf.js";
import type { ProgressCallback } from "../progress-callback.js";
import type { Grid } from "./plan-grid.js";
import { type Bounds, isNarrow, type RefinementGoal } from "./refinement.js";

/** A round whose pair is discretized. */
export interface DiscretizedRound {
  readonly pmfs: DiscretizedPair;
  readonly symmetric: boolean;
  readonly times: number;
}

/**
 * The part of a pass's time that the pairs' own discretization takes. It moves the bar of progress and no
 * figure.
 */
const DISCRETIZE_SHARE = 0.6;

/** The laws of every round on the grid. */
export function discretize(
  rounds: readonly RepeatedPair[],
  { step, negligibleMass }: Grid,
  onProgress: ProgressCallback,
): DiscretizedRound[] {
  return rounds.map(({ pair, times }, i) => {
    const report: ProgressCallback = (done) => onProgress((DISCRETIZE_SHARE * (i + done)) / rounds.length);
    return { pmfs: pair.pmfs(step, negligibleMass, report), symmetric: pair.symmetric, times };
  });
}

/** What composing and querying need besides the laws. */
export interface Pass {
  readonly grid: Grid;
  readonly goal: RefinementGoal;
  readonly work: WorkCounter;
  readonly onProgress: ProgressCallback;
}

/**
 * The larger figure of both directions, from pessimistic and optimistic laws; an optimistic one is skipped
 * where it would not help.
 */
export function composedBounds(rounds: readonly DiscretizedRound[], query: PldQuery, pass: Pass): Bounds {
  const directions = rounds.every(({ symmetric }) => symmetric) ? [false] : [false, true];
  let ends = 0;
  const bounds = { lower: 0, upper: 0 };
  const uppers: { reverse: boolean; upper: number }[] = [];
  for (const reverse of directions) {
    uppers.push({ reverse, upper: composedEnd(rounds, query, "pessimistic", reverse, pass) });
    reportEnd(++ends, directions.length, pass);
  }
  for (const { reverse, upper } of uppers.sort((a, b) => b.upper - a.upper)) {
    bounds.upper = Math.max(bounds.upper, upper);
    if (upper <= bounds.lower || isNarrow(bounds, pass.goal)) continue;
    bounds.lower = Math.max(bounds.lower, composedEnd(rounds, query, "optimistic", reverse, pass));
    reportEnd(++ends, directions.length, pass);
  }
  return bounds;
}

function reportEnd(ends: number, directions: number, { onProgress }: Pass): void {
  onProgress(DISCRETIZE_SHARE + (1 - DISCRETIZE_SHARE) * (ends / (2 * directions)));
}

/**
 * One end of the figure, in one direction: composed on the lattice, but for a single round, whose law is
 * queried itself.
 */
function composedEnd(
  rounds: readonly DiscretizedRound[],
  query: PldQuery,
  side: Side,
  reverse: boolean,
  { grid, work }: Pass,
): number {
  const parts = rounds.map(({ pmfs, symmetric, times }) => ({
    pmf: reverse && !symmetric ? reversePmf(pmfs[side]) : pmfs[side],
    times,
  }));
  if (parts.length === 1 && parts[0]!.times === 1) return querySingle(parts[0]!.pmf, query, side);
  if (query.find === "epsilon" && side === "pessimistic" && addedDeltas(parts) <= query.delta) return 0;
  const lattice = onCommonLattice(parts, side, { ...grid, limits: work.limits });
  return queryComposed(lattice.parts, query, side, work, lattice.origin);
}

/**
 * An upper bound on the composition's delta at epsilon 0: those of the rounds, of which the losses' rounding
 * matters less one by one.
 */
function addedDeltas(rounds: readonly RepeatedLaw[]): number {
  const atZero: PldQuery = { find: "delta", epsilon: 0 };
  const sum = rounds.reduce(
    (total, { pmf, times }) => total + times * querySingle(pmf, atZero, "pessimistic"),
    0,
  );
  return roundedUp(sum, ROUNDING.longSum);
}
