import type { MechanismEvent } from "../../privacy/mechanism-event.js";
import type { Method } from "../../privacy/method.js";
import type { Status } from "../../privacy/status.js";
import { chargedEvent } from "./_internal/charged-event.js";

/** All that a run needs to go on; one state is never changed, a round makes the next. */
export interface TrainingState {
  /** Training examples, a public number: what is charged depends on it. */
  readonly examples: number;
  /** Rounds done. */
  readonly round: number;
  readonly weights: Float32Array;
  /** What the optimizer carries from round to round; nothing before the first. */
  readonly memory: readonly Float32Array[];
  /** Running average of the weights. */
  readonly average: Float32Array;
  /**
   * All that the run was charged for up to here, as one event for any accountant: a `repeat`, or a `sequence`
   * of them, empty at first. It says what a ledger said; see `openLedger`.
   */
  readonly ledger: MechanismEvent;
  /** The evaluations so far, in order. */
  readonly history: readonly TrainingRecord[];
}

/**
 * One evaluation, on the test examples. Nothing in it looks at the training examples except through released
 * means.
 */
export interface TrainingRecord {
  readonly round: number;
  /** Share of test examples put into their class, [0, 1]. */
  readonly accuracy: number;
  /** Mean cross-entropy on the test examples, nats. */
  readonly loss: number;
  /**
   * What the rounds so far have spent, by every method that applies, best proven first; empty without a
   * guarantee.
   */
  readonly spent: readonly SpentEpsilon[];
}

/** One upper bound on what a run has spent. */
export interface SpentEpsilon {
  readonly method: Method;
  readonly status: Status;
  /** Upper end of the upper bound. */
  readonly epsilon: number;
}

/** The state before the first round. */
export function startingState(weights: Float32Array, examples: number): TrainingState {
  const begun = weights.slice();
  return {
    examples,
    round: 0,
    weights: begun,
    memory: [],
    average: begun,
    ledger: chargedEvent({ kind: "sequence", of: [] }),
    history: [],
  };
}
