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

/** The name of an event kind. */
export type MechanismKind = MechanismEvent["kind"];

/**
 * Gaussian noise on a vector, or a sum of vectors, clipped to l2 norm C. Stated by one of two ratios: `noiseToClip` says the same
 * noise under every adjacency, `noiseMultiplier` is relative to the sensitivity of the adjacency in use (`sensitivityToClip`).
 */
export type GaussianEvent = GaussianByClip | GaussianBySensitivity;

/** Gaussian noise by its standard deviation over the clip bound: what Opacus and TensorFlow Privacy call noise multiplier. */
export interface GaussianByClip {
  readonly kind: "gaussian";
  /** Standard deviation / C, (0, ∞). */
  readonly noiseToClip: number;
  readonly noiseMultiplier?: never;
}

/** Gaussian noise by its standard deviation over the l2 sensitivity of the adjacency in use. */
export interface GaussianBySensitivity {
  readonly kind: "gaussian";
  /** σ, standard deviation / sensitivity, (0, ∞). */
  readonly noiseMultiplier: number;
  readonly noiseToClip?: never;
}

/** Any local randomizer that is (epsilon, delta)-LDP; delta is 0 when absent. */
export interface LocalEvent {
  readonly kind: "local";
  /** ε₀ of one report, nats, [0, ∞). */
  readonly epsilon: number;
  /** δ of one report, [0, 1). */
  readonly delta?: number;
}

/** k-ary randomized response: the truth with probability e^epsilon / (e^epsilon + categories - 1). */
export interface RandomizedResponseEvent {
  readonly kind: "randomizedResponse";
  /** ε₀ of one report, nats, [0, ∞). */
  readonly epsilon: number;
  /** k, integer >= 2. */
  readonly categories: number;
}

/** Every one of `users` sends one report, and a shuffler permutes them uniformly. */
export interface ShuffleEvent {
  readonly kind: "shuffle";
  /** n, integer >= 1. */
  readonly users: number;
  /** One report. */
  readonly of: MechanismEvent;
}

/** `sampled` of `users`, drawn uniformly without replacement, send one report each, and the reports are shuffled. */
export interface SubsampledShuffleEvent {
  readonly kind: "subsampledShuffle";
  /** n, integer >= 1. */
  readonly users: number;
  /** m, integer in [1, n]. */
  readonly sampled: number;
  /** One report. */
  readonly of: MechanismEvent;
}

/** Each of `users` joins by itself with probability `checkInRate`; the reports of those who joined are shuffled. */
export interface CheckInShuffleEvent {
  readonly kind: "checkInShuffle";
  /** n, integer >= 1. */
  readonly users: number;
  /** γ, (0, 1]. */
  readonly checkInRate: number;
  /** One report. */
  readonly of: MechanismEvent;
}

/** Central: each record joins the batch by itself with probability `rate`. */
export interface PoissonSampleEvent {
  readonly kind: "poissonSample";
  /** q, (0, 1]. */
  readonly rate: number;
  /** What the batch goes through. */
  readonly of: MechanismEvent;
}

/** Central: each record joins exactly one of `steps` batches, uniformly; the event covers all the steps. */
export interface RandomAllocationEvent {
  readonly kind: "randomAllocation";
  /** Integer >= 1. */
  readonly steps: number;
  /** What each batch goes through. */
  readonly of: MechanismEvent;
}

/** Weights shuffling (YJX25): the updated weights are permuted; `batchClipRatio` is c'/c. */
export interface WeightShuffleEvent {
  readonly kind: "weightShuffle";
  /** Number of weights, integer >= 2. */
  readonly dimension: number;
  /** c'/c, (0, ∞). */
  readonly batchClipRatio: number;
  /** What the weights went through before. */
  readonly of: MechanismEvent;
}

/** The same event `times` times, each with fresh randomness, chosen adaptively. */
export interface RepeatEvent {
  readonly kind: "repeat";
  /** Integer >= 0. */
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
