import type { RandomSource } from "../random/index.js";

/**
 * Noise on an integer, drawn from its law exactly: integer arithmetic only, so no floating-point rounding can
 * leak.
 */
export interface IntegerNoise {
  /** A fresh noise value. */
  sample(source: RandomSource): number;
  /** The probability of a noise value. */
  probability(value: number): number;
  /** Of one noise value. */
  readonly variance: number;
}
