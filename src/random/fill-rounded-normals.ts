import { checkArrayLike, checkNumber } from "../validate.js";
import { drawRoundedNormal } from "./_internal/draw-rounded-normal.js";
import { WordStream } from "./_internal/word-stream.js";
import { checkSource } from "./check-source.js";
import type { RandomSource } from "./random-source.js";
import { BITS } from "./sample-rounded-normal.js";

/** Words fetched at once, at most; a number takes some 8. */
const BLOCK_WORDS = 1024;
const WORDS_EACH = 8;

/**
 * Fills an array with independent integers, each 2^bits times a standard normal number, rounded to the
 * nearest integer: exactly of that law, as {@link sampleRoundedNormal} draws one.
 *
 * Words are fetched up to 1,024 at once; those that are left at the end are wiped and not used. The integers
 * are those that were drawn one after the other; what a seeded source gives after them is not.
 *
 * @param source where the bits come from
 * @param out    the array to fill; it holds integers of 36 bits
 * @param bits   binary digits that are kept behind the point, integer in [0, 31]
 * @throws DpError OUT_OF_RANGE bits is not such an integer; BAD_INPUT source is none, or out no array
 * @example
 * const noise = new Float64Array(1000);
 * fillRoundedNormals(secureSource(), noise, 24);
 * noise.every(Number.isInteger); // true
 * @see Karney, "Sampling Exactly from the Normal Distribution", ACM TOMS 2016, arXiv:1303.6257, Algorithm N
 */
export function fillRoundedNormals(source: RandomSource, out: Float64Array, bits: number): void {
  checkSource("fillRoundedNormals: source", source);
  checkArrayLike("fillRoundedNormals: out", out);
  checkNumber("fillRoundedNormals: bits", bits, BITS);
  const words = new WordStream(source, Math.min(BLOCK_WORDS, Math.max(1, WORDS_EACH * out.length)));
  const scale = 2 ** bits;
  for (let index = 0; index < out.length; index++) out[index] = drawRoundedNormal(words, scale);
  words.wipe();
}
