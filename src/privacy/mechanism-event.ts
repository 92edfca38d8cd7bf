import type { Absentees, BlocksAndDummies } from "./kinds/blocks-and-dummies.js";
import type { DiscreteChannelEvent } from "./kinds/discrete-channel-kind.js";
import type { DummyCountsEvent } from "./kinds/dummy-counts-kind.js";
import type { GaussianEvent } from "./kinds/gaussian-kind.js";
import type { GaussianScalarEvent } from "./kinds/gaussian-scalar-kind.js";
import type { LaplaceScalarEvent } from "./kinds/laplace-scalar-kind.js";
import type { LocalEvent } from "./kinds/local-kind.js";
import type { RandomizedResponseEvent } from "./kinds/randomized-response-kind.js";
import type { SubsetResponseEvent } from "./kinds/subset-response-kind.js";

/**
 * What a mechanism did, as frozen plain data: the same object serves library, CLI, ledger and server.
 * A field's meaning never changes; something new is a new kind.
 */
export type MechanismEvent =
  | GaussianEvent
  | LocalEvent
  | RandomizedResponseEvent
  | SubsetResponseEvent
  | DiscreteChannelEvent
  | LaplaceScalarEvent
  | GaussianScalarEvent
  | AnswersEvent
  | DummyCountsEvent
  | ShuffleEvent
  | SubsampledShuffleEvent
  | CheckInShuffleEvent
  | PoissonSampleEvent
  | RandomAllocationEvent
  | WeightShuffleEvent
  | RepeatEvent
  | SequenceEvent;

/** The name of an event kind. */
export type MechanismKind = MechanismEvent["kind"];

// Types of events that hold events need the union, and stand beside it; the others are in kinds/.

/**
 * Several answers of one user in one message, each by a local randomizer with coins of its own. A record is
 * all of the user's true answers: any of them may change with it.
 */
export interface AnswersEvent {
  readonly kind: "answers";
  /**
   * The answers, 1 to 100: each randomizedResponse or subsetResponse, or several of them as repeat or
   * sequence.
   */
  readonly of: readonly MechanismEvent[];
}

/** Every one of `users` sends one report, and a shuffler permutes them uniformly. */
export interface ShuffleEvent extends BlocksAndDummies {
  readonly kind: "shuffle";
  /** Users in the data set (n): an integer in [1, 1e12]. */
  readonly users: number;
  /** What each user who takes part sends. */
  readonly of: MechanismEvent;
}

/**
 * `sampled` of `users`, drawn uniformly without replacement, send one report each, and the reports are
 * shuffled.
 */
export interface SubsampledShuffleEvent extends BlocksAndDummies {
  readonly kind: "subsampledShuffle";
  /** Users in the data set (n): an integer in [1, 1e12]. */
  readonly users: number;
  /** Users drawn (m): an integer in [1, 1e12], at most `users`. */
  readonly sampled: number;
  /** What each user who takes part sends. */
  readonly of: MechanismEvent;
}

/**
 * Each of `users` joins by itself with probability `checkInRate`; the reports of those who joined are
 * shuffled.
 */
export interface CheckInShuffleEvent extends BlocksAndDummies {
  readonly kind: "checkInShuffle";
  /** Users in the data set (n): an integer in [1, 1e12]. */
  readonly users: number;
  /** Probability that a user joins (γ): a finite number in [1e-12, 1]. */
  readonly checkInRate: number;
  /**
   * What a user who does not join sends: nothing, or pure noise for each of her reports;
   * "silent" where left out: "silent" or "dummy".
   */
  readonly absentees?: Absentees;
  /** What each user who takes part sends. */
  readonly of: MechanismEvent;
}

/** Central: each record joins the batch by itself with probability `rate`. */
export interface PoissonSampleEvent {
  readonly kind: "poissonSample";
  /** Probability that a record joins the batch (q): a finite number in [1e-12, 1]. */
  readonly rate: number;
  /** What the batch goes through. */
  readonly of: MechanismEvent;
}

/**
 * Central: each record joins exactly one of `steps` batches, uniformly, or exactly `joined` of them; the
 * event covers all the steps.
 */
export interface RandomAllocationEvent {
  readonly kind: "randomAllocation";
  /** Batches (t): an integer in [1, 1e12]. */
  readonly steps: number;
  /**
   * Batches of a record; 1 where left out (k): an integer in [1, 1e9], at most `steps`.
   */
  readonly joined?: number;
  /** What each batch goes through. */
  readonly of: MechanismEvent;
}

/** Weights shuffling (YJX25): the updated weights are permuted; `batchClipRatio` is c'/c. */
export interface WeightShuffleEvent {
  readonly kind: "weightShuffle";
  /** Weights that are permuted (d): an integer in [2, 1e12]. */
  readonly dimension: number;
  /**
   * Norm bound of the whole update over the largest change that one record makes in it (c' / c): a finite
   * number in [0.001, 1e9].
   */
  readonly batchClipRatio: number;
  /** What the weights went through before. */
  readonly of: MechanismEvent;
}

/** The same event `times` times, each with fresh randomness, chosen adaptively. */
export interface RepeatEvent {
  readonly kind: "repeat";
  /** How often (T): an integer in [0, 1e9]. */
  readonly times: number;
  /** The event that is repeated. */
  readonly of: MechanismEvent;
}

/** The events one after the other, chosen adaptively. */
export interface SequenceEvent {
  readonly kind: "sequence";
  /** The events, in order. */
  readonly of: readonly MechanismEvent[];
}
