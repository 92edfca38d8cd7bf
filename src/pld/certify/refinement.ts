import { DpError } from "../../errors.js";
import type { Bracket } from "../../privacy/index.js";
import { checkNumber, RANGES } from "../../validate.js";
import type { ProgressCallback } from "../progress-callback.js";

/** How a query is answered. */
export interface QueryOptions {
  /**
   * (upper - lower) / upper that the bracket must meet, (0, 1). Without it, 0.001 for epsilon and 0.01 for
   * delta (which cost about the same) are aimed at, and a wider bracket is returned where they are out of
   * reach.
   */
  readonly relativeWidth?: number;
  /** Checked whenever progress is reported; a callback may abort it. */
  readonly signal?: AbortSignal;
  /** Called several times a pass with about the fraction done, rising in [0, 1]. */
  readonly onProgress?: (fraction: number) => void;
}

/** A certified lower and upper end of a figure. */
export interface Bounds {
  readonly lower: number;
  readonly upper: number;
}

/** What a bracket must meet, and whom to report progress to. */
export interface RefinementGoal {
  /** Aimed (upper - lower) / upper. */
  readonly relativeWidth: number;
  /** Whether to fail rather than return a wider bracket. */
  readonly mustConverge: boolean;
  /** The upper end that certifies nothing: Infinity for epsilon, 1 for delta. */
  readonly vacuousUpper: number;
  /** A bracket narrower than this is narrow enough, however small its figure. */
  readonly negligibleWidth: number;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((fraction: number) => void) | undefined;
}

/** The goal set by a query's options; `negligibleWidth` is per unit of relative width. */
export function refinementGoal(
  { relativeWidth, signal, onProgress }: QueryOptions,
  figure: { readonly defaultWidth: number; readonly vacuousUpper: number; readonly negligibleWidth: number },
): RefinementGoal {
  const width = checkNumber(
    "privacy loss: relativeWidth",
    relativeWidth ?? figure.defaultWidth,
    RANGES.openProbability,
  );
  return {
    relativeWidth: width,
    mustConverge: relativeWidth !== undefined,
    vacuousUpper: figure.vacuousUpper,
    negligibleWidth: width * figure.negligibleWidth,
    signal,
    onProgress,
  };
}

/** Whether the ends are as near to each other as the goal says. */
export function isNarrow(
  bounds: Bounds,
  { relativeWidth, negligibleWidth }: Pick<RefinementGoal, "relativeWidth" | "negligibleWidth">,
): boolean {
  return relativeWidthOf(bounds) <= relativeWidth || bounds.upper - bounds.lower <= negligibleWidth;
}

function relativeWidthOf({ lower, upper }: Bounds): number {
  if (upper === lower) return 0;
  return upper === Infinity ? Infinity : (upper - lower) / upper;
}

/** The bounds of one pass, the step that it took, and whether no smaller one can be had. */
export interface PassResult extends Bounds {
  readonly step: number;
  readonly isFinest: boolean;
}

/**
 * A pass that leaves more than this share of the width has found its limit: each should leave half or less.
 * At 1 passes go on to the last that is allowed; at 0.45 a pass that did its part ends them. Each is valid by
 * itself.
 */
const STAGNANT = 0.9;
/**
 * The share of the remaining progress that a pass stands for: nearly always one pass is enough. It moves the
 * bar of progress and no figure.
 */
const PASS_SHARE = 0.9;

/**
 * Narrows a bracket pass by pass, by shrinking the grid step until the goal is met, or a smaller step does
 * not help.
 *
 * Every pass is certified by itself, so the passes' intersection holds. The width falls with the square of
 * the step.
 */
export class Refinement {
  readonly #goal: RefinementGoal;
  #bounds: Bounds;
  #step: number;
  #passes = 0;
  #tooFineStep = 0;
  #hasEnded = false;

  constructor(goal: RefinementGoal, firstStep: number) {
    this.#goal = goal;
    this.#bounds = { lower: 0, upper: goal.vacuousUpper };
    this.#step = firstStep;
  }

  /** The step that the next pass should take. */
  get step(): number {
    return this.#step;
  }

  /** What the passes so far have certified. */
  get bounds(): Bounds {
    return this.#bounds;
  }

  get isDone(): boolean {
    return this.#hasEnded || this.#passes >= 8;
  }

  /** Starts a pass: reports progress, and returns what reports it during the pass. */
  startPass(): ProgressCallback {
    const { signal, onProgress } = this.#goal;
    const left = (1 - PASS_SHARE) ** this.#passes;
    const report: ProgressCallback = (fraction) => {
      checkCancelled(signal);
      onProgress?.(1 - left * (1 - PASS_SHARE * fraction));
    };
    report(0);
    return report;
  }

  /** Takes in a pass, and plans the next step. */
  add(pass: PassResult): void {
    const goal = this.#goal;
    const before = this.#bounds;
    this.#bounds = { lower: Math.max(before.lower, pass.lower), upper: Math.min(before.upper, pass.upper) };
    this.#passes += 1;
    if ((pass.lower === 0 && pass.upper === goal.vacuousUpper) || this.#isOpenAbove(pass)) {
      // The window needs too many points at this step: only coarser ones can certify anything, or more than a
      // lower end.
      this.#tooFineStep = pass.step;
      this.#step = 8 * pass.step; // a pass that certified nothing was too fine
      return;
    }
    const smallest = 2 * this.#tooFineStep;
    const share = goal.relativeWidth / relativeWidthOf(this.#bounds);
    this.#step = Math.max(smallest, this.#step * shrinkage(share));
    this.#hasEnded =
      isNarrow(this.#bounds, goal) ||
      pass.isFinest ||
      (this.#passes > 1 && widthOf(this.#bounds) > STAGNANT * widthOf(before)) ||
      this.#step === smallest;
  }

  /**
   * Whether no upper end is known, nor to be had on a finer lattice. A lattice that is too coarse has an
   * epsilon, but may have no delta below 1.
   */
  #isOpenAbove({ isFinest }: PassResult): boolean {
    const bounds = this.#bounds;
    const goal = this.#goal;
    if (bounds.upper !== goal.vacuousUpper || isNarrow(bounds, goal)) return false;
    return isFinest || goal.vacuousUpper === Infinity;
  }

  /**
   * The passes' intersection.
   *
   * @throws DpError NOT_CONVERGED the requested width was not reached
   */
  bracket(): Bracket {
    const bounds = this.#bounds;
    const goal = this.#goal;
    goal.onProgress?.(1);
    if (goal.mustConverge && !isNarrow(bounds, goal)) throw notConverged(bounds, goal);
    return { ...bounds, estimate: estimateOf(bounds) };
  }
}

function widthOf({ lower, upper }: Bounds): number {
  return upper - lower;
}

function shrinkage(share: number): number {
  return Math.min(0.7, Math.max(0.15, 0.9 * Math.sqrt(share)));
}

/**
 * The pessimistic side's excess is about twice the optimistic side's deficit (h^2 / 6 of variance against h^2
 * / 12).
 */
function estimateOf({ lower, upper }: Bounds): number {
  return upper === Infinity ? Infinity : Math.min(upper, lower + (upper - lower) / 3);
}

function notConverged(bounds: Bounds, { relativeWidth }: RefinementGoal): DpError {
  const reached = relativeWidthOf(bounds).toExponential(0);
  return new DpError(
    "NOT_CONVERGED",
    `privacy loss: relativeWidth must be about ${reached} or more, got ${relativeWidth}; ${reached} was reached, request that, or leave it out to get the bracket found`,
    { parameter: "relativeWidth", value: relativeWidth, allowed: `about ${reached} or more` },
  );
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
