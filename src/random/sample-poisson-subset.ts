import { checkNumber, RANGES } from "../validate.js";
import { BitSet } from "./_internal/bit-set.js";
import { drawBernoulli } from "./_internal/draw.js";
import { checkSource } from "./check-source.js";
import type { RandomSource } from "./random-source.js";

/**
 * A random subset of {0, ..., population - 1} which each member joins by itself with probability exactly
 * `rate`.
 *
 * Each member is drawn by its own exact {@link sampleBernoulli}; no skip lengths are rounded. Takes n/8 bytes
 * besides the result.
 *
 * @param source     where the bits come from
 * @param population n, integer in [0, 2^32]
 * @param rate       γ, the probability of each member, [0, 1]
 * @returns the members in increasing order; how many there are is Binomial(n, γ)
 * @throws DpError OUT_OF_RANGE population or rate is outside its range; BAD_INPUT source is none
 * @example [...samplePoissonSubset(seededSource(7), 3, 1)]; // [0, 1, 2]
 */
export function samplePoissonSubset(source: RandomSource, population: number, rate: number): Uint32Array {
  checkSource("samplePoissonSubset: source", source);
  checkNumber("samplePoissonSubset: population", population, { min: 0, max: 2 ** 32, integer: true });
  checkNumber("samplePoissonSubset: rate", rate, RANGES.probability);
  const joined = new BitSet(population);
  let size = 0;
  for (let member = 0; member < population; member++) {
    if (!drawBernoulli(source, rate)) continue;
    joined.add(member);
    size++;
  }
  return joined.members(size);
}
