import type { Adjacency } from "../../privacy/index.js";

/** Random numbers of dummies, by which the shuffler hides reports that need not hide themselves. */
export interface DummiesBudget {
  /** b, scale of the noise in each category's number; left out where `targetEpsilon` chooses it. */
  readonly laplaceScale?: number | undefined;
}

/**
 * What several columns may spend together. Exactly one of `localEpsilon` and `targetEpsilon` is given; with
 * `randomDummies` exactly one of `targetEpsilon` and their scale, and `localEpsilon` where reports are to be
 * randomized besides.
 */
export interface ColumnsBudget {
  /**
   * ε₀ of one user's reports together, nats, at most 30 and at least 1e-6 for each column; the columns share
   * it equally.
   */
  readonly localEpsilon?: number | undefined;
  /**
   * ε that the shuffled reports of all columns together meet by a proven figure, nats, [1e-12, 1e9]; with
   * dummies [0.001, 50], of each column.
   */
  readonly targetEpsilon?: number | undefined;
  /** The shuffler adds a random number of dummies of each category, bin or level; see `randomDummies`. */
  readonly randomDummies?: DummiesBudget | undefined;
  /** Which data sets count as neighbours. */
  readonly adjacency: Adjacency;
  /** δ of the guarantee of all columns together, [1e-100, 1). */
  readonly delta: number;
}
