import type { PmfBracket } from "./pmf.js";
import type { ProgressCallback } from "./progress-callback.js";

/**
 * A dominating pair of output laws (P, Q), described by its privacy loss log(dP/dQ).
 *
 * delta(epsilon) of the pair is its hockey-stick divergence H(e^epsilon), H(x) = E_P[(1 - x e^-loss)_+]. One
 * law is above another where its H is nowhere smaller; composition adds losses and preserves that order,
 * factor by factor (docs/theorems/privacy-loss-distributions.md).
 */
export interface DominatingPair {
  /** Whether (P, Q) and (Q, P) have the same hockey-stick divergences, so that one direction is enough. */
  readonly symmetric: boolean;
  /** About the standard deviation of the loss, nats: it sets the first grid step. */
  readonly lossStdDev: number;
  /** About the distance between the smallest and the largest loss of `pmfs`, nats. */
  lossSpan(negligibleMass: number): number;
  /** No loss of either direction is larger, if known. */
  readonly largestLoss?: number;
  /**
   * The root of E_Q[(dP/dQ - 1)^2] up to rounding, never below it where it is subnormal, if known: half of it
   * bounds delta(0) in both directions.
   */
  readonly chi?: number;
  /** An upper bound of delta(0) in both directions, if known. */
  readonly totalVariation?: number;
  readonly hints?: GridHints;
  /**
   * Discrete laws that enclose the pair's; the smaller `step`, the closer.
   *
   * @param step lattice step that they will be put on, nats
   * @param negligibleMass mass that may be cut off at each end; on the pessimistic side it goes to loss
   *   Infinity
   */
  pmfs(step: number, negligibleMass: number, onProgress?: ProgressCallback): DiscretizedPair;
}

/**
 * What helps to choose grids for a pair. It changes how long an answer takes and how wide its bracket is,
 * never whether it holds.
 */
export interface GridHints {
  /**
   * The share of the requested width that the lattice may use; the rest is for the pair's own discretization.
   * Default 0.8.
   */
  readonly latticeShare?: number;
  /** The step below which a pass would take unreasonably long. */
  readonly smallestStep?: number;
  /**
   * Whether the first pass should be coarse, to measure the work of finer ones: for pairs whose work is hard
   * to predict.
   */
  readonly probeFirst?: boolean;
  /** A loss of which grid steps are whole fractions, so that the pair's losses lie on the grid. */
  readonly alignment?: number;
}

/** The discrete laws of a pair at one grid step. */
export interface DiscretizedPair extends PmfBracket {
  /** About how many pairs of points were added up to get them; grows with the inverse square of the step. */
  readonly work?: number;
}

/** A pair and how often it runs. */
export interface RepeatedPair {
  readonly pair: DominatingPair;
  readonly times: number;
}
