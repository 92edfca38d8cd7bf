import type { Claim } from "./claim.js";

/** A number with its certified ends: `lower <= true value <= upper`; `estimate` lies between. */
export interface Bracket {
  readonly lower: number;
  readonly estimate: number;
  readonly upper: number;
}

/** One epsilon with the claim that it makes. */
export interface Guarantee extends Claim {
  /** δ, (0, 1); of an audit 0 too. */
  readonly delta: number;
  /**
   * The bracket of the method's own value, numerical error included, with `lower` 0 where a search may have
   * missed it; a promise quotes `upper` of an upper bound.
   */
  readonly epsilon: Bracket;
  /** The Renyi order that gave the figure, where there is one. */
  readonly order?: number;
}

/** One delta with the claim that it makes. */
export interface DeltaGuarantee extends Claim {
  /** ε, nats. */
  readonly epsilon: number;
  /**
   * The bracket of the method's own value, numerical error included, with `lower` 0 where a search may have
   * missed it; a promise quotes `upper` of an upper bound.
   */
  readonly delta: Bracket;
  /** The Renyi order that gave the figure, where there is one. */
  readonly order?: number;
}
