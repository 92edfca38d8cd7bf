import { drawBits53 } from "./_internal/draw.js";
import { checkSource } from "./check-source.js";
import type { RandomSource } from "./random-source.js";

/**
 * A uniform number strictly between 0 and 1: each of the multiples of 2^-53 there with equal probability.
 *
 * @param source where the bits come from
 * @returns k / 2^53 with k uniform in 1 .. 2^53 - 1; never 0 and never 1, so that logarithms are safe
 * @throws DpError BAD_INPUT source is none
 * @example sampleUniform(seededSource(7)) < 1; // true
 */
export function sampleUniform(source: RandomSource): number {
  checkSource("sampleUniform: source", source);
  let bits = drawBits53(source);
  while (bits === 0) bits = drawBits53(source);
  return bits * 2 ** -53;
}
