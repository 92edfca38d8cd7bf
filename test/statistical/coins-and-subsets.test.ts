import { describe, expect, it } from "vitest";
import {
  sampleBernoulli,
  sampleInteger,
  samplePoissonSubset,
  sampleSubset,
  sampleUniform,
  seededSource,
  shuffleInPlace,
} from "../../src/random/index.js";
import { binomialTails, FALSE_ALARM, fitPValue, twoSided } from "./exact-tails.js";

const even = (cells: number): number[] => new Array<number>(cells).fill(1 / cells);

function count(trials: number, cells: number, draw: () => number): number[] {
  const counts = new Array<number>(cells).fill(0);
  for (let trial = 0; trial < trials; trial++) counts[draw()]!++;
  return counts;
}

const mass = (n: number, p: number): number[] =>
  Array.from({ length: n + 1 }, (_, k) => {
    let value = p ** k * (1 - p) ** (n - k);
    for (let i = 0; i < k; i++) value *= (n - i) / (i + 1);
    return value;
  });

describe("seed 21, false alarm 1e-6", () => {
  const source = seededSource(21);

  it("uniform numbers fill 1000 cells evenly; their 0.97th power does not", () => {
    expect(
      fitPValue(
        count(300_000, 1000, () => Math.floor(1000 * sampleUniform(source))),
        even(1000),
      ),
    ).toBeGreaterThan(FALSE_ALARM);
    expect(
      fitPValue(
        count(300_000, 1000, () => Math.floor(1000 * sampleUniform(source) ** 0.97)),
        even(1000),
      ),
    ).toBeLessThan(FALSE_ALARM);
  });

  it("a coin of 0.37 shows it; one of 0.3745 does not", () => {
    const pValue = (probability: number) => {
      const [, heads] = count(1_000_000, 2, () => Number(sampleBernoulli(source, probability)));
      return twoSided(binomialTails(heads!, 1_000_000, 0.37));
    };
    expect(pValue(0.37)).toBeGreaterThan(FALSE_ALARM);
    expect(pValue(0.3745)).toBeLessThan(FALSE_ALARM);
  });

  it("integers below 3 · 2^30 are even over thirds, where a remainder without rejection would not be", () => {
    const bound = 3 * 2 ** 30;
    const thirds = (draw: () => number) =>
      fitPValue(
        count(30_000, 3, () => Math.floor(draw() / 2 ** 30)),
        even(3),
      );
    const words = new Uint32Array(1);
    expect(thirds(() => sampleInteger(source, bound))).toBeGreaterThan(FALSE_ALARM);
    expect(
      thirds(() => {
        source.fill(words);
        return words[0]! % bound;
      }),
    ).toBeLessThan(FALSE_ALARM);
  });

  it("integers below 3 · 2^51 are even over thirds", () => {
    const draw = () => Math.floor(sampleInteger(source, 3 * 2 ** 51) / 2 ** 51);
    expect(fitPValue(count(30_000, 3, draw), even(3))).toBeGreaterThan(FALSE_ALARM);
  });

  it("all 24 orders of four items come equally often; swapping with any place does not do", () => {
    const orders = (shuffle: (items: Uint8Array) => void) =>
      fitPValue(
        count(100_000, 256, () => {
          const items = Uint8Array.of(0, 1, 2, 3);
          shuffle(items);
          return items[0]! * 64 + items[1]! * 16 + items[2]! * 4 + items[3]!;
        }).filter((times) => times > 0),
        even(24),
      );
    expect(orders((items) => shuffleInPlace(source, items))).toBeGreaterThan(FALSE_ALARM);
    expect(
      orders((items) => {
        for (let place = 0; place < 4; place++) {
          const other = sampleInteger(source, 4);
          [items[place], items[other]] = [items[other]!, items[place]!];
        }
      }),
    ).toBeLessThan(FALSE_ALARM);
  });

  it("all 20 subsets of three out of six come equally often", () => {
    const masks = count(100_000, 64, () =>
      sampleSubset(source, 6, 3).reduce((mask, member) => mask | (1 << member), 0),
    );
    const seen = masks.filter((times) => times > 0);
    expect(seen).toHaveLength(20);
    expect(fitPValue(seen, even(20))).toBeGreaterThan(FALSE_ALARM);
  });

  it("the size of a Poisson subset of 12 at rate 0.3 is binomial; at rate 0.31 it is another", () => {
    const sizes = (rate: number) =>
      fitPValue(
        merge(count(100_000, 13, () => samplePoissonSubset(source, 12, rate).length)),
        merge(mass(12, 0.3)),
      );
    expect(sizes(0.3)).toBeGreaterThan(FALSE_ALARM);
    expect(sizes(0.31)).toBeLessThan(FALSE_ALARM);
  });

  it("each of 12 members joins a Poisson subset equally often, and neighbours by themselves", () => {
    const joined = new Array<number>(12).fill(0);
    let bothFirst = 0;
    for (let trial = 0; trial < 50_000; trial++) {
      const members = samplePoissonSubset(source, 12, 0.3);
      for (const member of members) joined[member]!++;
      if (members[0] === 0 && members[1] === 1) bothFirst++;
    }
    for (const times of joined)
      expect(twoSided(binomialTails(times, 50_000, 0.3))).toBeGreaterThan(FALSE_ALARM / 13);
    expect(twoSided(binomialTails(bothFirst, 50_000, 0.09))).toBeGreaterThan(FALSE_ALARM / 13);
  });
});

/** Sizes 8 and more in one cell, so that every cell is expected often enough for the chi-square law. */
function merge(cells: number[]): number[] {
  return [...cells.slice(0, 8), cells.slice(8).reduce((sum, cell) => sum + cell, 0)];
}
