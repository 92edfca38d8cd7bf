import { DpError } from "../../../errors.js";
import type { Bracket } from "../../../privacy/index.js";

export interface Ends {
  readonly lower: number;
  readonly upper: number;
}

export interface RefinementPlan {
  /** First step, the same for all pairs. */
  readonly step: number;
  /** Aimed (upper - lower) / upper. */
  readonly relativeWidth: number;
  /** A bracket narrower than this is narrow enough, however small its figure. */
  readonly negligibleWidth: number;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((fraction: number) => void) | undefined;
}

/** One certified pass at about a step, knowing the passes before it; `finest` says that no smaller step can be had. */
export type Pass = (step: number, known: Ends) => Ends & { readonly finest: boolean };

const MOST_PASSES = 8;

/**
 * Narrows a bracket by shrinking the grid step until it is as narrow as asked, or the smallest step is reached.
 *
 * Every pass is certified by itself, so the passes' intersection is what counts. The width falls with the square of the step.
 */
export function refine(plan: RefinementPlan, pass: Pass): Bracket {
  let ends: Ends = { lower: 0, upper: Infinity };
  let step = plan.step;
  for (let done = 0; done < MOST_PASSES; done++) {
    checkCancelled(plan.signal);
    const next = pass(step, ends);
    ends = { lower: Math.max(ends.lower, next.lower), upper: Math.min(ends.upper, next.upper) };
    const width = relativeWidthOf(ends);
    if (width <= plan.relativeWidth || ends.upper - ends.lower <= plan.negligibleWidth || next.finest) break;
    plan.onProgress?.(plan.relativeWidth / width);
    step *= shrinkage(plan.relativeWidth / width);
  }
  plan.onProgress?.(1);
  return { ...ends, estimate: estimateOf(ends) };
}

/** The upper side's excess is about twice the lower side's deficit (h^2 / 6 of variance against h^2 / 12). */
function estimateOf({ lower, upper }: Ends): number {
  return upper === Infinity ? Infinity : Math.min(upper, lower + (upper - lower) / 3);
}

function relativeWidthOf({ lower, upper }: Ends): number {
  if (upper === lower) return 0;
  return upper === Infinity ? Infinity : (upper - lower) / upper;
}

function shrinkage(ratio: number): number {
  return Math.min(0.7, Math.max(0.15, 0.9 * Math.sqrt(ratio)));
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
