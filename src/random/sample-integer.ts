import { checkNumber, RANGES } from "../validate.js";
import { drawInteger } from "./_internal/draw.js";
import { checkSource } from "./check-source.js";
import type { RandomSource } from "./random-source.js";

/**
 * A uniform integer in [0, bound), without bias: words that would favour small values are drawn again.
 *
 * @param source where the bits come from
 * @param bound  how many values there are, integer in [1, 2^53)
 * @returns an integer >= 0 and < bound
 * @throws DpError OUT_OF_RANGE bound is not such an integer; BAD_INPUT source is none
 * @example sampleInteger(seededSource(7), 1); // 0
 */
export function sampleInteger(source: RandomSource, bound: number): number {
  checkSource("sampleInteger: source", source);
  return drawInteger(source, checkNumber("sampleInteger: bound", bound, RANGES.positiveInteger));
}
