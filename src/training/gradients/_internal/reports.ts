import type { RandomSource } from "../../../random/random-source.js";

/** Randomized reports about the gradients of the current group, summed up. */
export interface Reports {
  /** Begins a sum; all its randomness comes from `source`. */
  start(source: RandomSource): void;
  /** Adds one report about each of the group's first `count` gradients. */
  add(count: number): void;
  /** The sum of the reports' estimates, by parameter. */
  read(): Float32Array;
}
