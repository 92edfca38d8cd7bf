import { firstIntegerWhere } from "./first-integer-where.js";

const double = new Float64Array(1);
const words = new Uint32Array(double.buffer);
/** Where the high word is: 1 on little-endian machines. */
const HIGH = new Uint8Array(Uint32Array.of(1).buffer)[0]!;
const WORD = 2 ** 32;

/**
 * The smallest double in [low, high] where a condition holds, which must stay true once it is true.
 *
 * Bisects on the bit patterns of non-negative doubles, first the high and then the low word: at most 64
 * steps, to the last bit, at every magnitude. The condition was evaluated at the result, unless it is `high`,
 * which is never tried.
 */
export function smallestDoubleWhere(holds: (x: number) => boolean, low: number, high: number): number {
  if (holds(low)) return low;
  const first = patternOf(low);
  const last = patternOf(high);
  const endHigh = last.low === 0 ? last.high : last.high + 1;
  const high32 = firstIntegerWhere((word) => holds(doubleOf(word, 0)), first.high + 1, endHigh) - 1;
  const failing = high32 === first.high ? first.low : 0;
  const holding = high32 === last.high ? last.low : WORD;
  const low32 = firstIntegerWhere((word) => holds(doubleOf(high32, word)), failing + 1, holding);
  return low32 === WORD ? doubleOf(high32 + 1, 0) : doubleOf(high32, low32);
}

function patternOf(x: number): { readonly high: number; readonly low: number } {
  double[0] = x;
  return { high: words[HIGH]!, low: words[1 - HIGH]! };
}

function doubleOf(high: number, low: number): number {
  words[HIGH] = high;
  words[1 - HIGH] = low;
  return double[0]!;
}
