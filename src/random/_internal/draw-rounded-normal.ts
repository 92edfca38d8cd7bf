import { digitOfPart, HEADS } from "./whole-parts.js";
import type { WordStream } from "./word-stream.js";

/**
 * A uniform number in (0, 1) is its digits to base 2^32, of which only those that a comparison needs are
 * drawn: the first one is a number, the others, once in 2^32 comparisons, a list.
 */
type Digits = number[];

/** An integer near `scale`, a power of two, times a standard normal number: see `sampleRoundedNormal`. */
export function drawRoundedNormal(words: WordStream, scale: number): number {
  for (;;) {
    const whole = drawWhole(words);
    const first = drawFraction(words, whole);
    if (first === undefined) continue;
    const size = whole * scale + Math.floor(first * (scale * 2 ** -32) + 0.5);
    return (words.next() & 1) === 1 ? size : 0 - size;
  }
}

/**
 * k with probability in proportion to e^(-k²/2): where a uniform number falls among their sums, whose digits
 * are computed as far as a comparison needs them.
 */
function drawWhole(words: WordStream): number {
  const first = words.next();
  let whole = 0;
  while (first > HEADS[whole]!) whole++;
  return first < HEADS[whole]! ? whole : drawWholeFrom(words, whole);
}

/** The same for a uniform number whose first digit is that of the sum up to `whole`. */
function drawWholeFrom(words: WordStream, first: number): number {
  const number: Digits = [HEADS[first]!];
  for (let whole = first; ; whole++) {
    for (let place = 0; ; place++) {
      const digit = digitOf(words, number, place);
      const sum = digitOfPart(whole, place);
      if (digit < sum) return whole;
      if (digit > sum) break;
    }
  }
}

/**
 * The first digit of a fraction x, kept with probability e^(-x(2k + x)/2), so that k + x has the density of
 * e^(-(k + x)²/2); undefined where it is not (step N4).
 */
function drawFraction(words: WordStream, whole: number): number | undefined {
  const first = words.next();
  const others: Digits = [];
  for (let tries = whole + 1; tries > 0; tries--) {
    if (!fractionCoin(words, whole, first, others)) return undefined;
  }
  return first;
}

/**
 * e^(-x(2k + x)/(2k + 2)): a falling row from x on, each of whose steps counts with probability (2k + x)/(2k
 * + 2) (Algorithm B).
 */
function fractionCoin(words: WordStream, whole: number, first: number, others: Digits): boolean {
  let last = first;
  let afterLast: Digits | undefined = others;
  for (let count = 0; ; count++) {
    const next = words.next();
    const afterNext: Digits | undefined = next === last ? [] : undefined;
    if (!isLess(words, next, afterNext, last, afterLast)) return count % 2 === 0;
    if (!stepCounts(words, whole, first, others)) return count % 2 === 0;
    last = next;
    afterLast = afterNext;
  }
}

/**
 * By one of 2k + 2 choices: 0 does not count, 1 does where another uniform number is below x, all others do.
 */
function stepCounts(words: WordStream, whole: number, first: number, others: Digits): boolean {
  const pairs = whole + 1;
  for (;;) {
    const word = words.next();
    const half = word >>> 1;
    const pair = half % pairs;
    // The last words, which are no whole run of choices, are drawn again.
    if (half - pair > 2 ** 31 - pairs) continue;
    if (pair > 0) return true;
    if ((word & 1) === 0) return false;
    return isLess(words, words.next(), undefined, first, others);
  }
}

/** Whether a number, of one digit so far where there is no list, is below another. */
function isLess(
  words: WordStream,
  left: number,
  afterLeft: Digits | undefined,
  right: number,
  afterRight: Digits | undefined,
): boolean {
  return left === right ? isLessAfter(words, afterLeft ?? [], afterRight ?? []) : left < right;
}

/** Whether one number is below another whose first digit is the same. */
function isLessAfter(words: WordStream, left: Digits, right: Digits): boolean {
  for (let place = 0; ; place++) {
    const high = digitOf(words, right, place);
    const low = digitOf(words, left, place);
    if (low !== high) return low < high;
  }
}

function digitOf(words: WordStream, number: Digits, place: number): number {
  while (number.length <= place) number.push(words.next());
  return number[place]!;
}
