import { checkNumber } from "../validate.js";
import { BitSet } from "./_internal/bit-set.js";
import { drawInteger } from "./_internal/draw.js";
import { checkSource } from "./check-source.js";
import type { RandomSource } from "./random-source.js";

/**
 * Memory of one member of a Set, which holds at most 2^24 of them; from there on the bits are always fewer.
 */
const BITS_PER_SET_MEMBER = 256;

/**
 * `size` members of {0, ..., population - 1} without replacement: every such subset is equally likely.
 *
 * Takes time and memory in proportion to `size` (Floyd's algorithm), in any case at most n/8 bytes besides
 * the result.
 *
 * @param source     where the bits come from
 * @param population n, integer in [0, 2^32]
 * @param size       m, integer in [0, n]
 * @returns the members in increasing order
 * @throws DpError OUT_OF_RANGE population or size is not such an integer; BAD_INPUT source is none
 * @example [...sampleSubset(seededSource(7), 3, 3)]; // [0, 1, 2]
 * @see Bentley and Floyd, "A Sample of Brilliance", CACM 1987
 */
export function sampleSubset(source: RandomSource, population: number, size: number): Uint32Array {
  checkSource("sampleSubset: source", source);
  checkNumber("sampleSubset: population", population, { min: 0, max: 2 ** 32, integer: true });
  checkNumber("sampleSubset: size", size, {
    min: 0,
    max: population,
    integer: true,
    advice: "sampling is without replacement",
  });
  if (population > BITS_PER_SET_MEMBER * size) {
    const chosen = new Set<number>();
    chooseInto(chosen, source, population, size);
    return Uint32Array.from(chosen).sort();
  }
  const chosen = new BitSet(population);
  chooseInto(chosen, source, population, size);
  return chosen.members(size);
}

/** Floyd's algorithm. */
function chooseInto(
  chosen: { has(member: number): boolean; add(member: number): void },
  source: RandomSource,
  population: number,
  size: number,
): void {
  for (let newest = population - size; newest < population; newest++) {
    const member = drawInteger(source, newest + 1);
    chosen.add(chosen.has(member) ? newest : member);
  }
}
