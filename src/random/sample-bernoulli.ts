import { checkNumber, RANGES } from "../validate.js";
import { drawBernoulli } from "./_internal/draw.js";
import type { RandomSource } from "./random-source.js";

/**
 * A coin that shows true with exactly the given probability.
 *
 * The law is that of the double itself, not of a rounding to a grid: as many uniform bits are compared with its binary
 * digits as it takes to tell them apart (one 32-bit word nearly always).
 *
 * @param source      where the bits come from
 * @param probability the chance of true, [0, 1]
 * @returns the coin's side
 * @throws DpError OUT_OF_RANGE probability is NaN or outside [0, 1]
 * @example sampleBernoulli(seededSource(7), 1); // true
 */
export function sampleBernoulli(source: RandomSource, probability: number): boolean {
  return drawBernoulli(source, checkNumber("sampleBernoulli: probability", probability, RANGES.probability));
}
