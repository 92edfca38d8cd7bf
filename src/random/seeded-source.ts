import { checkNumber, RANGES } from "../validate.js";
import { deriveKey, PURPOSE } from "./_internal/derive-key.js";
import { fillXoshiro } from "./_internal/fill-xoshiro.js";
import type { RandomSource } from "./random-source.js";

const ROOT = new Uint32Array(8);

/**
 * A reproducible source, for simulations and tests only: anybody who knows the seed can subtract the noise.
 *
 * The seed and the path of fork labels make a 256-bit key, by ChaCha20 as a pseudorandom function; the key's
 * stream is xoshiro128**. So forks are independent of each other and of what has been drawn. The words are
 * the same on every platform.
 *
 * @param seed an integer in [0, 2^53), or any text; the number 7 and the text "7" are different seeds
 * @returns a source with `secure: false`
 * @throws DpError OUT_OF_RANGE the seed is a number but not such an integer, or a fork's label is not one
 * @example
 * const words = new Uint32Array(2);
 * seededSource(7).fill(words);
 * seededSource(7).secure; // false
 * @see Nir and Langley, RFC 8439; Blackman and Vigna, "Scrambled Linear Pseudorandom Number Generators", TOMS
 *   2021
 */
export function seededSource(seed: number | string): RandomSource {
  return sourceOfKey(typeof seed === "string" ? keyOfText(seed) : keyOfNumber(seed));
}

function keyOfNumber(seed: number): Uint32Array {
  const number = checkNumber("seededSource: seed", seed, RANGES.nonNegativeInteger);
  return deriveKey(ROOT, PURPOSE.numberSeed, number);
}

function keyOfText(seed: string): Uint32Array {
  let key: Uint32Array = ROOT;
  for (const sign of seed) key = deriveKey(key, PURPOSE.textSeed, sign.codePointAt(0)!);
  return key;
}

function sourceOfKey(key: Uint32Array): RandomSource {
  const state = Int32Array.from(deriveKey(key, PURPOSE.stream, 0).subarray(0, 4));
  return {
    secure: false,
    fill: (words) => fillXoshiro(state, words),
    fork: (label) =>
      sourceOfKey(deriveKey(key, PURPOSE.fork, checkNumber("fork: label", label, RANGES.nonNegativeInteger))),
  };
}
