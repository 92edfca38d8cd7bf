import type { Adjacency } from "./adjacency.js";
import type { Assumption } from "./assumption.js";
import type { Method } from "./method.js";
import type { Status } from "./status.js";

/** A number with its certified ends: `lower <= true value <= upper`; `estimate` lies between. */
export interface Bracket {
  readonly lower: number;
  readonly estimate: number;
  readonly upper: number;
}

/** One privacy figure with everything that says what it is worth. */
export interface Guarantee {
  /** `upper`: the mechanism spends at most this epsilon; `lower`: no smaller epsilon can hold. */
  readonly side: "upper" | "lower";
  readonly status: Status;
  /** What must hold beyond the event itself; empty for an unconditional figure. */
  readonly assumptions: readonly Assumption[];
  readonly method: Method;
  /** Paper and theorem. */
  readonly source: string;
  readonly adjacency: Adjacency;
  readonly delta: number;
  /** The bracket of the method's own value, numerical error included; a promise quotes `upper` of an upper bound. */
  readonly epsilon: Bracket;
  /** The Renyi order that gave the figure, where there is one. */
  readonly order?: number;
  /** What else must be said wherever the figure is shown, e.g. the counterexample of a refuted one. */
  readonly remark?: string;
}
