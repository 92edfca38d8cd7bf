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
  shut(): Promise<void>;
}
