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

/**
 * Gaussian noise on a vector, or a sum of vectors, clipped to l2 norm C. Stated by one of two ratios:
 * `noiseToClip` says the same noise under every adjacency, `noiseMultiplier` is relative to the sensitivity
 * of the adjacency in use (`sensitivityToClip`).
 */
export type GaussianEvent = GaussianByClip | GaussianBySensitivity;

/**
 * Gaussian noise by its standard deviation over the clip bound: what Opacus and TensorFlow Privacy call noise
 * multiplier.
 */
export interface GaussianByClip {
  readonly kind: "gaussian";
  /**
   * Standard deviation over the clip bound C, the same noise under every adjacency (s / C): a finite number
   * in [0.001, 1e9].
   */
  readonly noiseToClip: number;
  readonly noiseMultiplier?: never;
}

/**
 * Gaussian noise by its standard deviation over the l2 sensitivity of the adjacency in use, of vectors
 * clipped to norm C: 2C under replace-one, else C. That no two vectors are more than 2C apart is not enough:
 * one-hot vectors are √2 apart, and their C is 1.
 */
export interface GaussianBySensitivity {
  readonly kind: "gaussian";
  /**
   * Standard deviation over the l2 sensitivity of the adjacency in use (σ): a finite number in [0.001, 1e9].
   */
  readonly noiseMultiplier: number;
  readonly noiseToClip?: never;
}

/** Any local randomizer that is (epsilon, delta)-LDP; delta is 0 when absent. */
export interface LocalEvent {
  readonly kind: "local";
  /** Epsilon of one report by itself (ε₀): 0 or a finite number in [1e-12, 100]. */
  readonly epsilon: number;
  /** Delta of one report by itself, 0 where left out (δ₀): 0 or a finite number in [1e-100, 1). */
  readonly delta?: number;
}

/** k-ary randomized response: the truth with probability e^epsilon / (e^epsilon + categories - 1). */
export interface RandomizedResponseEvent {
  readonly kind: "randomizedResponse";
  /** Epsilon of one report by itself (ε₀): 0 or a finite number in [1e-12, 100]. */
  readonly epsilon: number;
  /** Answers to choose from (k): an integer in [2, 1e12]. */
  readonly categories: number;
}

/**
 * A local randomizer of two levels: relative to a base law of the reports, the report about x is e^epsilon
 * times as likely on a set of reports that belongs to x as it is elsewhere. The sets all have one mass.
 */
export interface SubsetResponseEvent {
  readonly kind: "subsetResponse";
  /** Epsilon of one report by itself (ε₀): 0 or a finite number in [1e-12, 100]. */
  readonly epsilon: number;
  /** Mass of an input's set of reports under the base law (A): a finite number in [1e-12, 1]. */
  readonly mass: number;
  /**
   * Least mass in which the sets of any two inputs meet, 0 where left out (I): 0 or a finite number in
   * [1e-100, 1], at most `mass`.
   */
  readonly overlap?: number;
}

/**
 * A local randomizer of finitely many inputs and reports, by the probability of each report for each input.
 */
export interface DiscreteChannelEvent {
  readonly kind: "discreteChannel";
  /** A row for each input: the probabilities of its reports (R). */
  readonly matrix: readonly (readonly number[])[];
}

/**
 * One number, clipped to an interval, with Laplace noise of scale b added, which is (W / b)-LDP. The distance
 * of two records is at most the interval's width W, under zero-out too: the zero record is a value of the
 * interval, and may be an end of it.
 */
export interface LaplaceScalarEvent {
  readonly kind: "laplaceScalar";
  /** Scale of the noise over the width of the interval (b / W): a finite number in [0.02, 1e9]. */
  readonly noiseToWidth: number;
}

/**
 * One number, clipped to an interval, with Gaussian noise of standard deviation s added. The distance of two
 * records is at most the interval's width W, under zero-out too: the zero record is a value of the interval,
 * and may be an end of it.
 */
export interface GaussianScalarEvent {
  readonly kind: "gaussianScalar";
  /**
   * Standard deviation of the noise over the width of the interval (s / W): a finite number in [0.001, 1e9].
   */
  readonly noiseToWidth: number;
}

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

/** Whether the numbers of dummies are independent, or those of two categories have a constant sum. */
export type DummyTotal = "random" | "constant";

/**
 * Messages that each name one of k categories, one of every user, shuffled with a random number of dummies of
 * each category: λ + X, redrawn until it is a possible number, with P(X = x) in proportion to e^(-|x| / b).
 * What is seen are the counts of the categories.
 */
export interface DummyCountsEvent {
  readonly kind: "dummyCounts";
  /** Categories to choose from (k): an integer in [2, 1e12]. */
  readonly categories: number;
  /** Scale of the numbers' noise (b): a finite number in [0.02, 1e9]. */
  readonly laplaceScale: number;
  /** The likeliest number of dummies of a category (λ): an integer in [0, 1e12]. */
  readonly centre: number;
  /**
   * Whether the numbers are independent and not negative, or those of two categories have the constant sum
   * 2 λ; "random" where left out: "random" or "constant".
   */
  readonly total?: DummyTotal;
  /**
   * Epsilon of one user's message by itself, as k-ary randomized response makes it; left out where users send
   * the truth (ε₀): 0 or a finite number in [1e-12, 100].
   */
  readonly epsilon?: number;
}

/**
 * Who decides on the blocks of a user's vector: one coin or sample for all of a round's, or each block by
 * itself.
 */
export type Joins = "once" | "per-block";

/** Who adds the dummies. */
export type DummiesBy = "shuffler" | "users";

/** What a user sends who does not check in: nothing, or a report of pure noise in place of each of hers. */
export type Absentees = "silent" | "dummy";

/** What shuffled rounds of every kind may have besides; a field that is left out says the default. */
export interface BlocksAndDummies {
  /**
   * Blocks that a vector with Gaussian noise is rotated and cut into, each clipped to C / √m, with the
   * vector's noise on its entries, and shuffled by itself; 1 where left out (m): an integer in [1, 1e6].
   */
  readonly blocks?: number;
  /**
   * Whether one coin or sample decides on all blocks of a user, or one for each block; "once" where left out,
   * of no effect where all users report: "once" or "per-block".
   */
  readonly joins?: Joins;
  /**
   * Reports of pure noise that are shuffled in, for each block and round; 0 where left out (D): an integer in
   * [0, 1e12].
   */
  readonly dummies?: number;
  /** Who adds the dummies; "shuffler" where left out: "shuffler" or "users". */
  readonly dummiesBy?: DummiesBy;
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
