/** Bits of a digit. */
const DIGIT = 32n;
/** Behind the digits asked for: more than all errors of the sums and products below. */
const GUARD = 64n;

/**
 * The first digits to base 2^32 of F(k) = Σ_{j <= k} e^(-j²/2) / Σ_j e^(-j²/2), for k = 0, 1, ...; the last
 * one is 2^32 - 1.
 */
export const HEADS: readonly number[] = heads();

/** A digit of F(k), rounded down; the first one is at place 0. */
export function digitOfPart(whole: number, place: number): number {
  const bits = DIGIT * BigInt(place + 1);
  // As fine as the sum's distance from 1, which is above 2^-(k + 1)² / 2.
  const weights = weightsTo(bits + GUARD + BigInt((whole + 1) ** 2));
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  const part = weights.slice(0, whole + 1).reduce((sum, weight) => sum + weight, 0n);
  return Number(((part << bits) / total) & (2n ** DIGIT - 1n));
}

function heads(): number[] {
  const digits: number[] = [];
  while (digits.at(-1) !== 2 ** 32 - 1) digits.push(digitOfPart(digits.length, 0));
  return digits;
}

/** 2^bits e^(-k²/2) for k = 0, 1, ... until it is below 1. */
function weightsTo(bits: bigint): bigint[] {
  const root = rootOfE(bits);
  const weights: bigint[] = [];
  // e^(-(k + 1)²/2) is e^(-k²/2) times e^(-k - 1/2).
  let weight = 2n ** bits;
  let step = root;
  while (weight > 0n) {
    weights.push(weight);
    weight = (weight * step) >> bits;
    step = (((step * root) >> bits) * root) >> bits;
  }
  return weights;
}

/** 2^bits e^(-1/2), by its series. */
function rootOfE(bits: bigint): bigint {
  let sum = 0n;
  let term = 2n ** bits;
  for (let index = 1n; term !== 0n; index++) {
    sum += term;
    term = -term / (2n * index);
  }
  return sum;
}
