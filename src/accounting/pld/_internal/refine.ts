import { DpError } from "../../../errors.js";
import type { Bracket } from "../../../privacy/index.js";
import type { ProgressCallback } from "../progress-callback.js";

export interface Ends {
  readonly lower: number;
  readonly upper: number;
}

export interface RefinementPlan {
  /** First step, the same for all pairs. */
  readonly step: number;
  /** Aimed (upper - lower) / upper. */
  readonly relativeWidth: number;
  /** The upper end that says nothing: Infinity for epsilon, 1 for delta. */
  readonly emptyClaim: number;
  /** A bracket narrower than this is narrow enough, however small its figure. */
  readonly negligibleWidth: number;
  /** Fail rather than answer with a wider bracket. */
  readonly demanded: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((fraction: number) => void) | undefined;
}

/** One certified pass at about a step, knowing the passes before it: the step taken, and whether a smaller one can be had. */
export type Pass = (
  aim: number,
  known: Ends,
  watch: ProgressCallback,
) => Ends & { readonly step: number; readonly finest: boolean };

const MOST_PASSES = 8;
const COARSER = 8;
/** A pass that leaves more than this share of the width has found its limit: each should leave half or less. */
const STAGNANT = 0.9;

/**
 * Narrows a bracket by shrinking the grid step until it is as narrow as asked, or a smaller step does not help.
 *
 * Every pass is certified by itself, so the passes' intersection is what counts. The width falls with the square of the step.
 */
export function refine(plan: RefinementPlan, pass: Pass): Bracket {
  let ends: Ends = { lower: 0, upper: plan.emptyClaim };
  let step = plan.step;
  let tooFine = 0;
  for (let done = 0; done < MOST_PASSES; done++) {
    const watch = watchOf(plan, done);
    watch(0);
    const next = pass(step, ends, watch);
    const before = ends.upper - ends.lower;
    ends = { lower: Math.max(ends.lower, next.lower), upper: Math.min(ends.upper, next.upper) };
    if (next.lower === 0 && next.upper === plan.emptyClaim) {
      // The window needs too many points at this step: only coarser ones can answer.
      tooFine = next.step;
      step = COARSER * next.step;
      continue;
    }
    if (isNarrow(ends, plan) || next.finest) break;
    if (done > 0 && ends.upper - ends.lower > STAGNANT * before) break;
    const share = plan.relativeWidth / relativeWidthOf(ends);
    step = Math.max(2 * tooFine, step * shrinkage(share));
    if (step === 2 * tooFine) break;
  }
  plan.onProgress?.(1);
  if (plan.demanded && !isNarrow(ends, plan)) throw notConverged(ends, plan);
  return { ...ends, estimate: estimateOf(ends) };
}

/** The upper side's excess is about twice the lower side's deficit (h^2 / 6 of variance against h^2 / 12). */
function estimateOf({ lower, upper }: Ends): number {
  return upper === Infinity ? Infinity : Math.min(upper, lower + (upper - lower) / 3);
}

/** Whether the ends are as near to each other as was asked. */
export function isNarrow(
  ends: Ends,
  { relativeWidth, negligibleWidth }: Pick<RefinementPlan, "relativeWidth" | "negligibleWidth">,
): boolean {
  return relativeWidthOf(ends) <= relativeWidth || ends.upper - ends.lower <= negligibleWidth;
}

function notConverged(ends: Ends, { relativeWidth }: RefinementPlan): DpError {
  const reached = relativeWidthOf(ends).toExponential(0);
  return new DpError(
    "NOT_CONVERGED",
    `privacy loss: relativeWidth ${relativeWidth} is out of reach, ${reached} was reached; ask for more, or leave it out to get the bracket found`,
    { parameter: "relativeWidth", value: relativeWidth, allowed: `about ${reached} or more` },
  );
}

function relativeWidthOf({ lower, upper }: Ends): number {
  if (upper === lower) return 0;
  return upper === Infinity ? Infinity : (upper - lower) / upper;
}

function shrinkage(ratio: number): number {
  return Math.min(0.7, Math.max(0.15, 0.9 * Math.sqrt(ratio)));
}

/** What a pass adds to the progress: most of what is left, as nearly always one pass is enough. */
const PASS_SHARE = 0.9;

function watchOf({ signal, onProgress }: RefinementPlan, passesDone: number): ProgressCallback {
  const left = (1 - PASS_SHARE) ** passesDone;
  return (done) => {
    checkCancelled(signal);
    onProgress?.(1 - left * (1 - PASS_SHARE * done));
  };
}

function checkCancelled(signal: AbortSignal | undefined): void {
  if (!signal?.aborted) return;
  throw new DpError(
    "CANCELLED",
    "privacy loss: the computation was cancelled; nothing was computed",
    {},
    signal.reason,
  );
}
