import { checkNumber, type Range } from "../validate.js";
import { drawRoundedNormal } from "./_internal/draw-rounded-normal.js";
import { WordStream } from "./_internal/word-stream.js";
import { checkSource } from "./check-source.js";
import type { RandomSource } from "./random-source.js";

/** A digit holds that many bits of the fraction, and the one to round by. */
export const BITS: Range = { min: 0, max: 31, integer: true };

/**
 * 2^bits times a standard normal number, rounded to the nearest integer: exactly of that law.
 *
 * P(z) = Φ((z + 1/2) / 2^bits) - Φ((z - 1/2) / 2^bits). Only uniform integers are drawn and compared, digit
 * by digit until they differ, so that no floating-point rounding enters: the integer is what rounding a real
 * normal number gives. What is proven of Gaussian noise holds of such noise on a grid, since rounding is
 * post-processing; {@link fillRoundedNormals} draws many at once, faster; {@link fillNormals} gives doubles
 * near normal numbers.
 *
 * @param source where the bits come from
 * @param bits   binary digits that are kept behind the point, integer in [0, 31]
 * @returns the integer; its standard deviation is 2^bits sqrt(1 + 4^-bits / 12) but for less than 2e-8
 * @throws DpError OUT_OF_RANGE bits is not such an integer; BAD_INPUT source is none
 * @example Math.abs(sampleRoundedNormal(secureSource(), 24)) < 13 * 2 ** 24; // true
 * @see Karney, "Sampling Exactly from the Normal Distribution", ACM TOMS 2016, arXiv:1303.6257, Algorithm N,
 *   with another first step: docs/theorems/grid-reports.md
 */
export function sampleRoundedNormal(source: RandomSource, bits: number): number {
  checkSource("sampleRoundedNormal: source", source);
  checkNumber("sampleRoundedNormal: bits", bits, BITS);
  return drawRoundedNormal(new WordStream(source, 1), 2 ** bits);
}
