import erfc from "@stdlib/math-base-special-erfc";
import erfcinv from "@stdlib/math-base-special-erfcinv";
import { describe, expect, it } from "vitest";
import { sampleNormalTail, TAIL_START } from "../../src/random/_internal/ziggurat.js";
import { fillNormals, type RandomSource, sampleUniform, seededSource } from "../../src/random/index.js";
import { binomialTails, chiSquareTails, FALSE_ALARM, fitPValue, twoSided } from "./exact-tails.js";

const COUNT = 1_000_000;

function normals(source: RandomSource, stdDev: number, count = COUNT): Float64Array {
  const out = new Float64Array(count);
  fillNormals(source, out, stdDev);
  return out;
}

/** Sum of squares over stdDev² is chi-square with one degree per number (the mean is known to be 0). */
function variancePValue(numbers: ArrayLike<number>, stdDev: number): number {
  let squares = 0;
  for (let index = 0; index < numbers.length; index++) squares += (numbers[index]! / stdDev) ** 2;
  return twoSided(chiSquareTails(squares, numbers.length));
}

const upperTail = (x: number): number => erfc(x / Math.SQRT2) / 2;

const CELLS = 100;
const INNER_EDGES = Array.from({ length: CELLS - 1 }, (_, k) => -Math.SQRT2 * erfcinv((2 * (k + 1)) / CELLS));

/** 100 cells of equal probability. */
function shapePValue(numbers: ArrayLike<number>, stdDev: number): number {
  const counts = new Float64Array(CELLS);
  for (let index = 0; index < numbers.length; index++) {
    let low = 0;
    for (let high = CELLS - 1; low < high; ) {
      const middle = (low + high) >> 1;
      if (numbers[index]! < stdDev * INNER_EDGES[middle]!) high = middle;
      else low = middle + 1;
    }
    counts[low]!++;
  }
  return fitPValue(counts, new Float64Array(CELLS).fill(1 / CELLS));
}

function tailPValue(numbers: ArrayLike<number>, edge: number, probability: number): number {
  let count = 0;
  for (let index = 0; index < numbers.length; index++) if (Math.abs(numbers[index]!) > edge) count++;
  return twoSided(binomialTails(count, numbers.length, probability));
}

describe.each([0.37, 9.48])("a million normals of deviation %d, false alarm 1e-6", (stdDev) => {
  const numbers = normals(seededSource(11), stdDev);

  it("seed 11: have the variance, and one of 1 % more deviation is rejected", () => {
    expect(variancePValue(numbers, stdDev)).toBeGreaterThan(FALSE_ALARM);
    expect(variancePValue(normals(seededSource(11), 1.01 * stdDev), stdDev)).toBeLessThan(FALSE_ALARM);
  });

  it("seed 11: have the shape, and a 1 % wider or a slightly shifted one is rejected", () => {
    expect(shapePValue(numbers, stdDev)).toBeGreaterThan(FALSE_ALARM);
    expect(
      shapePValue(
        numbers.map((x) => 1.01 * x),
        stdDev,
      ),
    ).toBeLessThan(FALSE_ALARM);
    expect(
      shapePValue(
        numbers.map((x) => x + 0.01 * stdDev),
        stdDev,
      ),
    ).toBeLessThan(FALSE_ALARM);
  });

  it("seed 11: single-precision output has the same law", () => {
    const out = new Float32Array(COUNT);
    fillNormals(seededSource(11), out, stdDev);
    expect(Array.from(out.subarray(0, 100))).toEqual(Array.from(numbers.subarray(0, 100), Math.fround));
    expect(shapePValue(out, stdDev)).toBeGreaterThan(FALSE_ALARM);
  });
});

describe("tails, false alarm 1e-6", () => {
  it("seed 12: ten million normals cross 3, 4 and 5 deviations as often as they must; thinned tails are rejected", {
    tags: ["long"],
  }, () => {
    const numbers = normals(seededSource(12), 1, 10_000_000);
    for (const edge of [3, 4, 5]) {
      expect(tailPValue(numbers, edge, 2 * upperTail(edge)), `edge ${edge}`).toBeGreaterThan(FALSE_ALARM);
    }
    const clipped = numbers.map((x) => (Math.abs(x) > TAIL_START ? x / 2 : x));
    expect(tailPValue(clipped, 4, 2 * upperTail(4))).toBeLessThan(FALSE_ALARM);
  });

  it("seed 13: a million numbers beyond 3.65 cross 4, 4.5, 5 and 6 as often as they must; an exponential tail is rejected", {
    tags: ["long"],
  }, () => {
    const source = seededSource(13);
    const tail = Float64Array.from({ length: COUNT }, () => sampleNormalTail(source));
    const exponential = Float64Array.from(
      { length: COUNT },
      () => TAIL_START - Math.log(sampleUniform(source)) / TAIL_START,
    );
    for (const edge of [4, 4.5, 5, 6]) {
      const probability = upperTail(edge) / upperTail(TAIL_START);
      expect(tailPValue(tail, edge, probability), `edge ${edge}`).toBeGreaterThan(FALSE_ALARM);
      expect(tailPValue(exponential, edge, probability), `edge ${edge}`).toBeLessThan(FALSE_ALARM);
    }
  });
});
