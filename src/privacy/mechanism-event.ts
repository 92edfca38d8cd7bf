/**
 * What a mechanism did, as frozen plain data: the same object serves library, CLI, ledger and server.
 * A field's meaning never changes; something new is a new kind.
 */
export type MechanismEvent =
  | GaussianEvent
  | LocalEvent
  | RandomizedResponseEvent
  | ShuffleEvent
  | SubsampledShuffleEvent
  | CheckInShuffleEvent
  | PoissonSampleEvent
  | RandomAllocationEvent
  | WeightShuffleEvent
  | RepeatEvent
  | SequenceEvent;

export type MechanismKind = MechanismEvent["kind"];

/** Gaussian noise; `noiseMultiplier` is its standard deviation over the l2 sensitivity of the adjacency in use. */
export interface GaussianEvent {
  readonly kind: "gaussian";
  readonly noiseMultiplier: number;
}

/** Any local randomizer that is (epsilon, delta)-LDP; delta is 0 when absent. */
export interface LocalEvent {
  readonly kind: "local";
  readonly epsilon: number;
  readonly delta?: number;
}

/** k-ary randomized response: the truth with probability e^epsilon / (e^epsilon + categories - 1). */
export interface RandomizedResponseEvent {
  readonly kind: "randomizedResponse";
  readonly epsilon: number;
  readonly categories: number;
}

/** Every one of `users` sends one report, and a shuffler permutes them uniformly. */
export interface ShuffleEvent {
  readonly kind: "shuffle";
  readonly users: number;
  readonly of: MechanismEvent;
}

/** `sampled` of `users`, drawn uniformly without replacement, send one report each, and the reports are shuffled. */
export interface SubsampledShuffleEvent {
  readonly kind: "subsampledShuffle";
  readonly users: number;
  readonly sampled: number;
  readonly of: MechanismEvent;
}

/** Each of `users` joins by itself with probability `checkInRate`; the reports of those who joined are shuffled. */
export interface CheckInShuffleEvent {
  readonly kind: "checkInShuffle";
  readonly users: number;
  readonly checkInRate: number;
  readonly of: MechanismEvent;
}

/** Central: each record joins the batch by itself with probability `rate`. */
export interface PoissonSampleEvent {
  readonly kind: "poissonSample";
  readonly rate: number;
  readonly of: MechanismEvent;
}

/** Central: each record joins exactly one of `steps` batches, uniformly; the event covers all the steps. */
export interface RandomAllocationEvent {
  readonly kind: "randomAllocation";
  readonly steps: number;
  readonly of: MechanismEvent;
}

/** Weights shuffling (YJX25): the updated weights are permuted; `batchClipRatio` is c'/c. */
export interface WeightShuffleEvent {
  readonly kind: "weightShuffle";
  readonly dimension: number;
  readonly batchClipRatio: number;
  readonly of: MechanismEvent;
}

/** The same event `times` times, each with fresh randomness, chosen adaptively. */
export interface RepeatEvent {
  readonly kind: "repeat";
  readonly times: number;
  readonly of: MechanismEvent;
}

/** The events one after the other, chosen adaptively. */
export interface SequenceEvent {
  readonly kind: "sequence";
  readonly of: readonly MechanismEvent[];
}
