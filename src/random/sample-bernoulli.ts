import { checkNumber, RANGES } from "../validate.js";
import { drawBernoulli } from "./_internal/draw.js";
import { checkSource } from "./check-source.js";
import type { RandomSource } from "./random-source.js";

/**
 * True with exactly the given probability.
 *
 * P(true) is the double itself, not its rounding to a grid: uniform bits are compared with its binary digits
 * until they differ (one 32-bit word nearly always).
 *
 * @param source      where the bits come from
 * @param probability P(true), [0, 1]
 * @returns true or false
 * @throws DpError OUT_OF_RANGE probability is NaN or outside [0, 1]; BAD_INPUT source is none
 * @example sampleBernoulli(seededSource(7), 1); // true
 */
export function sampleBernoulli(source: RandomSource, probability: number): boolean {
  checkSource("sampleBernoulli: source", source);
  return drawBernoulli(source, checkNumber("sampleBernoulli: probability", probability, RANGES.probability));
}
