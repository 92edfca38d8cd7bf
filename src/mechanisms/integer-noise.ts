import type { RandomSource } from "../random/index.js";

/** Noise on an integer, drawn from its law exactly: integer arithmetic only, so no floating-point rounding can leak. */
export interface IntegerNoise {
  /** A fresh noise value. */
  sample(source: RandomSource): number;
  /** The chance of each value. */
  probability(value: number): number;
  readonly variance: number;
}
