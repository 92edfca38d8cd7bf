import type { RandomSource } from "../random-source.js";

const ONE = new Uint32Array(1);
const TWO = new Uint32Array(2);

/** A uniform integer in [0, 2^32). */
export function drawWord(source: RandomSource): number {
  source.fill(ONE);
  return ONE[0]!;
}

/** A uniform integer in [0, 2^53). */
export function drawBits53(source: RandomSource): number {
  source.fill(TWO);
  return bits53(TWO[0]!, TWO[1]!);
}

/**
 * The 53-bit integer made of all of `high` and the upper 21 bits of `low`; the lower 11 bits of `low` stay
 * free.
 */
export function bits53(high: number, low: number): number {
  return high * 2 ** 21 + (low >>> 11);
}

/** A uniform integer in [0, bound) for an integer 1 <= bound <= 2^53, without checks. */
export function drawInteger(source: RandomSource, bound: number): number {
  const draw = bound <= 2 ** 32 ? drawWord : drawBits53;
  const range = bound <= 2 ** 32 ? 2 ** 32 : 2 ** 53;
  const fair = range - (range % bound);
  let value = draw(source);
  while (value >= fair) value = draw(source);
  return value % bound;
}

/**
 * True with probability exactly the double `probability` in [0, 1], without checks: its binary digits are
 * compared with uniform bits, 32 at a time, until they differ.
 */
export function drawBernoulli(source: RandomSource, probability: number): boolean {
  for (let rest = probability; ; ) {
    const scaled = rest * 2 ** 32;
    const digits = Math.floor(scaled);
    const word = drawWord(source);
    if (word !== digits) return word < digits;
    rest = scaled - digits;
  }
}
