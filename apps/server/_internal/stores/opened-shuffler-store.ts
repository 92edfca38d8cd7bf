import type { ShufflerStore } from "../../../../src/federated/shuffler/shuffler-store.js";

/**
 * How many rounds are in each state, with their reports; those of rounds that have not ended are not counted.
 */
export interface RoundCount {
  readonly state: string;
  readonly rounds: number;
  readonly reports: number;
}

/** A shuffler's store that is closed when its process ends. */
export interface OpenShufflerStore extends ShufflerStore {
  counts(): Promise<readonly RoundCount[]>;
  /** Whether other processes may change it: what is due is then looked for often. */
  readonly isShared: boolean;
  /**
   * Runs the work of a study's shuffler that one process does at a time: dummies, closing, freezing. The
   * signal comes when another process may have begun it; what both do is the same.
   *
   * @returns undefined where another process is at it
   */
  lead<Result>(
    study: string,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<{ readonly result: Result } | undefined>;
  shut(): Promise<void>;
}
