import type { RandomSource } from "../../random/index.js";

/** An exact non-negative number. */
export interface Rational {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** The exact value of a finite non-negative double. */
export function rationalOf(value: number): Rational {
  let numerator = value;
  let denominator = 1n;
  while (!Number.isInteger(numerator)) {
    numerator *= 2;
    denominator *= 2n;
  }
  return { numerator: BigInt(numerator), denominator };
}

/** A uniform integer in [0, bound). */
export function drawBelow(source: RandomSource, bound: bigint): bigint {
  const words = new Uint32Array(Math.ceil((bound - 1n).toString(16).length / 8));
  const range = 1n << BigInt(32 * words.length);
  const fair = range - (range % bound);
  for (;;) {
    source.fill(words);
    const value = words.reduce((high, word) => (high << 32n) | BigInt(word), 0n);
    if (value < fair) return value % bound;
  }
}

/** True with probability exactly the rational, at most 1. */
export function rationalCoin(source: RandomSource, { numerator, denominator }: Rational): boolean {
  return drawBelow(source, denominator) < numerator;
}

/** True with probability exactly e^-exponent (Canonne, Kamath and Steinke, Algorithm 1). */
export function exponentialCoin(source: RandomSource, exponent: Rational): boolean {
  const { numerator, denominator } = exponent;
  for (let whole = numerator / denominator; whole > 0n; whole--) {
    if (!unitExponentialCoin(source, { numerator: 1n, denominator: 1n })) return false;
  }
  return unitExponentialCoin(source, { numerator: numerator % denominator, denominator });
}

/** e^-x for x <= 1: the first k at which a coin of x/k fails is odd with this probability. */
function unitExponentialCoin(source: RandomSource, { numerator, denominator }: Rational): boolean {
  let k = 1n;
  while (rationalCoin(source, { numerator, denominator: denominator * k })) k++;
  return k % 2n === 1n;
}
