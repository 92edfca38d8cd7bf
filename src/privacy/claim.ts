import type { Adjacency } from "./adjacency.js";
import type { Assumption } from "./assumption.js";
import type { Method } from "./method.js";
import type { Status } from "./status.js";

/** What a privacy figure claims, under which conditions: every figure carries it. */
export interface Claim {
  /**
   * `upper`: the mechanism spends at most this; `lower`: a `proven` figure is spent by some neighbouring data
   * sets, so that no smaller one can hold. Under the assumption `renyi-accounting` it bounds what that
   * accounting can show, not what is spent.
   */
  readonly side: "upper" | "lower";
  /** How far the figure is proven. */
  readonly status: Status;
  /** What must hold beyond the event itself; empty for an unconditional figure. */
  readonly assumptions: readonly Assumption[];
  /** How the figure was computed. */
  readonly method: Method;
  /** Paper and theorem. */
  readonly source: string;
  /** Which data sets count as neighbours. */
  readonly adjacency: Adjacency;
  /** The probability, over the audit's own randomness, that the figure is true; certain where left out. */
  readonly confidence?: number;
  /** What else must be said wherever the figure is shown, e.g. the counterexample of a refuted one. */
  readonly remark?: string;
}
