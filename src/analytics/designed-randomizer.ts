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
}

/** A randomizer with its parameters, its error and what it spends. */
export interface DesignedRandomizer {
  readonly randomizer: DesignedRandomizerName;
  readonly parameters: DesignParameters;
  /**
   * Standard deviation of one round's estimate about the users who report in it, for the values at which it
   * is largest: of a share (root mean square over the categories), of the mean, or l2 length of the mean
   * vector's error (root mean square).
   */
  readonly standardError: number;
  /** All rounds, for further accounting. */
  readonly event: MechanismEvent;
  /** The best proven figure of `event`. */
  readonly guarantee: Guarantee;
}
