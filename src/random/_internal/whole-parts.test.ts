import { describe, expect, it } from "vitest";
import { digitOfPart, HEADS } from "./whole-parts.js";

/** 2^bits e^(-k²/2) by the series of e^(k²/2), which has no differences. */
function weight(whole: bigint, bits: bigint): bigint {
  let sum = 0n;
  let term = 2n ** bits;
  for (let index = 1n; term !== 0n; index++) {
    sum += term;
    term = (term * whole * whole) / (2n * index);
  }
  return 2n ** (2n * bits) / sum;
}

/** Digits of F(k), from 900 bits. */
function digitsOf(whole: number, places: number): number[] {
  const weights = Array.from({ length: 34 }, (_, k) => weight(BigInt(k), 900n));
  const sumTo = (last: number) => weights.slice(0, last).reduce((sum, each) => sum + each, 0n);
  const part = (sumTo(whole + 1) << BigInt(32 * places)) / sumTo(34);
  return Array.from({ length: places }, (_, place) =>
    Number((part >> BigInt(32 * (places - 1 - place))) & 0xffffffffn),
  );
}

describe("digitOfPart", () => {
  it.each([0, 1, 2, 3, 6, 7, 10, 12, 14])(
    "has the digits of another series, of the sum up to %d",
    (whole) => {
      const places = Array.from({ length: 12 }, (_, place) => digitOfPart(whole, place));
      expect(places).toEqual(digitsOf(whole, 12));
    },
  );
});

describe("HEADS", () => {
  it("are the sums of the normal density at the whole numbers, up to one that no digit is above", () => {
    const densities = Array.from({ length: 40 }, (_, k) => Math.exp((-k * k) / 2));
    const total = densities.reduce((sum, density) => sum + density, 0);
    let sum = 0;
    for (const [whole, head] of HEADS.entries()) {
      sum += densities[whole]! / total;
      expect(head).toBe(Math.floor(sum * 2 ** 32));
    }
    expect(HEADS.at(-1)).toBe(2 ** 32 - 1);
    expect(HEADS.filter((head) => head === 2 ** 32 - 1)).toHaveLength(1);
  });
});
