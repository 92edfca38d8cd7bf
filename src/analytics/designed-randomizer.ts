import type { Guarantee, MechanismEvent } from "../privacy/index.js";

/** The randomizers that `designRandomizer` chooses from. */
export const DESIGNED_RANDOMIZERS = [
  "randomizedResponse",
  "subsetSelection",
  "localHashing",
  "hadamardResponse",
  "unaryEncoding",
  "privUnitRandomizer",
  "l1Randomizer",
  "linfRandomizer",
  "laplace",
  "gaussian",
  "trustedServer",
] as const;

/**
 * A randomizer by the name of its function, or of its noise; `trustedServer` is no randomizer but what they
 * are compared with.
 */
export type DesignedRandomizerName = (typeof DESIGNED_RANDOMIZERS)[number];

/** The parameters of a designed randomizer: those that its function takes. */
export interface DesignParameters {
  /** ε₀ of one report. */
  readonly localEpsilon?: number;
  /** Levels that a number is rounded to, for randomized response over them. */
  readonly levels?: number;
  /** Categories in a report of subset selection. */
  readonly subsetSize?: number;
  /** Values that local hashing hashes categories to. */
  readonly hashRange?: number;
  /** The cap's share of the sphere, for PrivUnit. */
  readonly capMass?: number;
  /** Radius of the ball in the randomizer's own norm. */
  readonly bound?: number;
  /** Of Laplace noise. */
  readonly laplaceScale?: number;
  /**
   * Standard deviation of Gaussian noise over the radius of the ball: of each report, or of the trusted
   * server's sum.
   */
  readonly noiseToClip?: number;
  /** The same in the task's unit, for each entry. */
  readonly stdDev?: number;
  /**
   * Standard deviation of an entry of the sum of a round's reports, dummies among them, over the radius of
   * the ball: to compare with the trusted server's `noiseToClip`.
   */
  readonly sumNoiseToClip?: number;
  /** m, rotated blocks of a vector, each shuffled by itself; none where left out. */
  readonly blocks?: number;
  /** D, dummies of the shuffler for each block and round; none where left out. */
  readonly dummies?: number;
  /**
   * Share of its length that a vector of the full radius loses, about, where its blocks are clipped, if its
   * entries are many and of like size.
   */
  readonly clippingLoss?: number;
}

/** What a round of shuffled vectors takes. */
export interface VectorTraffic {
  /** Reports that a user sends: one for each block. */
  readonly reportsPerUser: number;
  /** Bytes of these, before any sealing. */
  readonly bytesPerUser: number;
  /** Dummies that the shuffler adds, over all blocks. */
  readonly dummies: number;
}

/** A randomizer with its parameters, its error and what it spends. */
export interface DesignedRandomizer {
  readonly randomizer: DesignedRandomizerName;
  readonly parameters: DesignParameters;
  /**
   * Standard deviation of one round's estimate about the users who report in it, for the values at which it
   * is largest: of a share (root mean square over the categories), of the mean, or l2 length of the mean
   * vector's error (root mean square; of blocks with the bias by `clippingLoss`).
   */
  readonly standardError: number;
  /** All rounds, for further accounting. */
  readonly event: MechanismEvent;
  /** The best proven figure of `event`. */
  readonly guarantee: Guarantee;
  /**
   * Of noisy vectors: the figure that holds against the shuffler too, for a user who reports in all rounds.
   * Blocks and dummies let reports have less noise, and so make it larger.
   */
  readonly withoutShuffler?: Guarantee;
  /** Of dummies: the figure that holds whoever the other users work with. */
  readonly withoutOthers?: Guarantee;
  /** Of vectors: what a round takes. */
  readonly traffic?: VectorTraffic;
}
