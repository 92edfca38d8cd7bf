import { checkNumber } from "../validate.js";
import { drawInteger, drawWord } from "./_internal/draw.js";
import { checkSource } from "./check-source.js";
import type { RandomSource } from "./random-source.js";

/**
 * A uniform number in (0, 1): its digits to base 2^32, of which only those that a comparison needs are drawn.
 */
type LazyUniform = number[];

/** A digit holds that many bits of the fraction, and the one to round by. */
const MAX_BITS = 31;

/**
 * 2^bits times a standard normal number, rounded to the nearest integer: exactly of that law.
 *
 * P(z) = Φ((z + 1/2) / 2^bits) - Φ((z - 1/2) / 2^bits). Only uniform integers are drawn and compared, digit
 * by digit until they differ, so that no floating-point rounding enters: the integer is what rounding a real
 * normal number gives. What is proven of Gaussian noise holds of such noise on a grid, since rounding is
 * post-processing; {@link fillNormals} gives doubles near normal numbers.
 *
 * @param source where the bits come from
 * @param bits   binary digits that are kept behind the point, integer in [0, 31]
 * @returns the integer; its standard deviation is 2^bits sqrt(1 + 4^-bits / 12) but for less than 2e-8
 * @throws DpError OUT_OF_RANGE bits is not such an integer; BAD_INPUT source is none
 * @example Math.abs(sampleRoundedNormal(secureSource(), 24)) < 13 * 2 ** 24; // true
 * @see Karney, "Sampling Exactly from the Normal Distribution", ACM TOMS 2016, arXiv:1303.6257, Algorithm N
 */
export function sampleRoundedNormal(source: RandomSource, bits: number): number {
  checkSource("sampleRoundedNormal: source", source);
  checkNumber("sampleRoundedNormal: bits", bits, { min: 0, max: MAX_BITS, integer: true });
  for (;;) {
    const whole = drawWhole(source);
    const fraction: LazyUniform = [];
    if (!keepsFraction(source, whole, fraction)) continue;
    const size = whole * 2 ** bits + Math.floor(digitOf(source, fraction, 0) / 2 ** (32 - bits) + 0.5);
    return drawWord(source) % 2 === 1 ? size : 0 - size;
  }
}

/**
 * k with probability in proportion to e^(-k²/2): e^(-k/2) by the first coin that fails, times e^(-k(k-1)/2)
 * (steps N1, N2).
 */
function drawWhole(source: RandomSource): number {
  for (;;) {
    let whole = 0;
    while (halfExponentialCoin(source)) whole++;
    let tries = whole * (whole - 1);
    while (tries > 0 && halfExponentialCoin(source)) tries--;
    if (tries <= 0) return whole;
  }
}

/** True with probability e^(-x(2k + x)/2), so that k + x has the density of e^(-(k + x)²/2) (step N4). */
function keepsFraction(source: RandomSource, whole: number, fraction: LazyUniform): boolean {
  for (let tries = whole + 1; tries > 0; tries--) {
    if (!fractionCoin(source, whole, fraction)) return false;
  }
  return true;
}

/**
 * e^(-1/2): the number of uniform numbers in a falling row that starts below 1/2 is even with this
 * probability (von Neumann).
 */
function halfExponentialCoin(source: RandomSource): boolean {
  let last: LazyUniform = [drawWord(source)];
  if (last[0]! >= 2 ** 31) return true;
  for (let count = 1; ; count++) {
    const next: LazyUniform = [];
    if (!isLess(source, next, last)) return count % 2 === 0;
    last = next;
  }
}

/**
 * e^(-x(2k + x)/(2k + 2)): a falling row from x on, each of whose steps counts with probability (2k + x)/(2k
 * + 2) (Algorithm B).
 */
function fractionCoin(source: RandomSource, whole: number, fraction: LazyUniform): boolean {
  let last = fraction;
  for (let count = 0; ; count++) {
    const next: LazyUniform = [];
    if (!isLess(source, next, last) || !stepCounts(source, whole, fraction)) return count % 2 === 0;
    last = next;
  }
}

function stepCounts(source: RandomSource, whole: number, fraction: LazyUniform): boolean {
  const choice = drawInteger(source, 2 * whole + 2);
  return choice === 1 ? isLess(source, [], fraction) : choice > 1;
}

function isLess(source: RandomSource, left: LazyUniform, right: LazyUniform): boolean {
  for (let place = 0; ; place++) {
    const high = digitOf(source, right, place);
    const low = digitOf(source, left, place);
    if (low !== high) return low < high;
  }
}

function digitOf(source: RandomSource, number: LazyUniform, place: number): number {
  while (number.length <= place) number.push(drawWord(source));
  return number[place]!;
}
