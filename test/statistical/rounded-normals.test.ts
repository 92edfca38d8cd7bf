import erfc from "@stdlib/math-base-special-erfc";
import { describe, expect, it } from "vitest";
import { sampleRoundedNormal, seededSource } from "../../src/random/index.js";
import { chiSquareTails, FALSE_ALARM, fitPValue, twoSided } from "./exact-tails.js";

const COUNT = 200_000;

/** P(X > x) of a standard normal number. */
const upperTail = (x: number): number => erfc(x / Math.SQRT2) / 2;

/**
 * The law of a normal number of this deviation, rounded to an integer: cells -reach ... reach, of which the
 * outer ones hold the tails.
 */
function lawOf(deviation: number, reach: number): number[] {
  const above = (z: number) => upperTail((z - 0.5) / deviation);
  return Array.from({ length: 2 * reach + 1 }, (_, cell) => {
    const z = Math.abs(cell - reach);
    return z === reach ? above(z) : above(z) - above(z + 1);
  });
}

function pValueOf(bits: number, deviation: number, reach: number): number {
  const source = seededSource(70 + bits);
  const counts = new Float64Array(2 * reach + 1);
  for (let trial = 0; trial < COUNT; trial++) {
    const z = sampleRoundedNormal(source, bits);
    counts[Math.max(-reach, Math.min(reach, z)) + reach]!++;
  }
  return fitPValue(counts, lawOf(deviation, reach));
}

describe("sampleRoundedNormal, 200,000 numbers, false alarm 1e-6", () => {
  it.each([
    [0, 3],
    [1, 7],
    [2, 14],
    [4, 56],
  ])("%d bits: follows its exact law; a deviation 3 %% off is rejected", (bits, reach) => {
    expect(pValueOf(bits, 2 ** bits, reach)).toBeGreaterThan(FALSE_ALARM);
    expect(pValueOf(bits, 1.03 * 2 ** bits, reach)).toBeLessThan(FALSE_ALARM);
    expect(pValueOf(bits, 0.97 * 2 ** bits, reach)).toBeLessThan(FALSE_ALARM);
  });

  it("has the tails of the normal law where a rounding that is fine no longer shows, and no fewer", () => {
    const source = seededSource(75);
    const edges = [-4, -3, -2, -1, 0, 1, 2, 3, 4];
    const counts = new Float64Array(edges.length + 1);
    let squares = 0;
    for (let trial = 0; trial < COUNT; trial++) {
      const x = sampleRoundedNormal(source, 31) / 2 ** 31;
      counts[edges.filter((edge) => edge < x).length]!++;
      squares += x * x;
    }
    const chances = [...edges, Infinity].map(
      (edge, cell) => upperTail(cell === 0 ? -Infinity : edges[cell - 1]!) - upperTail(edge),
    );
    expect(fitPValue(counts, chances)).toBeGreaterThan(FALSE_ALARM);
    expect(twoSided(chiSquareTails(squares, COUNT))).toBeGreaterThan(FALSE_ALARM);
    expect(twoSided(chiSquareTails(1.03 * squares, COUNT))).toBeLessThan(FALSE_ALARM);
  });
});
