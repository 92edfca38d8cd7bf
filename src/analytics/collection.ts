import type { NotApplicable } from "../accounting/index.js";
import type { Adjacency, Guarantee, MechanismEvent } from "../privacy/index.js";
import type { RandomSource } from "../random/index.js";

/** How reports are collected and accounted for. */
export interface CollectionOptions {
  /** ε₀, pure local DP of one report, nats, [1e-6, 30]. */
  readonly localEpsilon: number;
  readonly adjacency: Adjacency;
  /** δ of the shuffled reports' guarantee, (0, 1). */
  readonly delta: number;
  /** The chance with which an interval holds the truth, at least, [0.5, 1 - 1e-6]; default 0.95. */
  readonly confidence?: number;
  /** Where randomizers and shuffler draw from; the platform's secure source by default. */
  readonly source?: RandomSource;
}

/** One randomized report of every user, shuffled: what leaves the users' trust, and what that spends. */
export interface Collection {
  /** The numbered reports in the shuffler's order. */
  readonly reports: Uint32Array;
  readonly event: MechanismEvent;
  readonly adjacency: Adjacency;
  readonly delta: number;
  readonly confidence: number;
  /** Whether the source could be predicted: then nothing here is private. */
  readonly seeded: boolean;
  /** Best first, see `accounting.guarantees`. */
  readonly guarantees: readonly Guarantee[];
  readonly notApplicable: readonly NotApplicable[];
}
