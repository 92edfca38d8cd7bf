import { describe, expect, it } from "vitest";
import { capMass } from "../../src/mechanisms/_internal/sphere-cap.js";
import { type CapRandomizer, hemisphereRandomizer, privUnitRandomizer } from "../../src/mechanisms/index.js";
import { seededSource } from "../../src/random/index.js";
import { shortAndLong } from "../short-and-long.js";
import { binomialTails, FALSE_ALARM, fitPValue, twoSided } from "./exact-tails.js";

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

describe("directions follow the two-level density; one with 5 % more ε is rejected (seed 92, false alarm 1e-6)", () => {
  const CELLS = 40;

  /** P(t <= height) for a coordinate t of a uniform point on the sphere. */
  const below = (dimension: number, height: number) =>
    height >= 0 ? 1 - capMass(dimension, height) : capMass(dimension, -height);

  /** The same for a report of a value with this share of the full length, along the value's direction. */
  function heightLaw(randomizer: CapRandomizer, share: number): (height: number) => number {
    const { cap, capProbability, dimension } = randomizer;
    const full = (height: number) => {
      const uniform = below(dimension, height);
      if (height < cap.threshold) return ((1 - capProbability) * uniform) / (1 - cap.mass);
      return 1 - (capProbability * (1 - uniform)) / cap.mass;
    };
    return (height) => ((1 + share) / 2) * full(height) + ((1 - share) / 2) * (1 - full(-height));
  }

  /** Edges of cells of equal probability, by bisection. */
  function edgesOf(law: (height: number) => number): number[] {
    return range(CELLS - 1).map((cell) => {
      let [low, high] = [-1, 1];
      for (let step = 0; step < 30; step++) {
        const middle = (low + high) / 2;
        if (law(middle) < (cell + 1) / CELLS) low = middle;
        else high = middle;
      }
      return high;
    });
  }

  function evenPValue(numbers: ArrayLike<number>, edges: number[]): number {
    const counts = new Float64Array(CELLS);
    for (let index = 0; index < numbers.length; index++) {
      let low = 0;
      for (let high = CELLS - 1; low < high; ) {
        const middle = (low + high) >> 1;
        if (numbers[index]! < edges[middle]!) high = middle;
        else low = middle + 1;
      }
      counts[low]!++;
    }
    return fitPValue(counts, new Float64Array(CELLS).fill(1 / CELLS));
  }

  /** The number of reports of a full-length value that point into the cap is binomial. */
  function capPValue(heights: Float64Array, { cap, capProbability }: CapRandomizer): number {
    const inside = heights.filter((height) => height >= cap.threshold).length;
    return twoSided(binomialTails(inside, heights.length, capProbability));
  }

  /**
   * Reports about (2, -1, 2, 0, ...) / 3 times `length`: their heights along it, and one coordinate across
   * it.
   */
  function sample(
    randomizer: CapRandomizer,
    length: number,
  ): { heights: Float64Array; across: Float64Array } {
    const source = seededSource(92);
    const axis = new Float64Array(randomizer.dimension);
    axis.set([2 / 3, -1 / 3, 2 / 3]);
    const value = axis.map((entry) => length * entry);
    const size = Math.sqrt(randomizer.worstVariance);
    const heights = new Float64Array(40_000);
    const across = new Float64Array(40_000);
    for (let trial = 0; trial < heights.length; trial++) {
      const report = randomizer.randomize(source, value);
      const height = (2 * report[0]! - report[1]! + 2 * report[2]!) / 3 / size;
      heights[trial] = height;
      across[trial] = (report[0]! - report[2]!) / Math.SQRT2 / size / Math.sqrt(1 - height ** 2);
    }
    return { heights, across };
  }

  const WHOLE = [
    ["hemisphereRandomizer", hemisphereRandomizer, 3],
    ["hemisphereRandomizer", hemisphereRandomizer, 12],
    ["privUnitRandomizer", privUnitRandomizer, 3],
    ["privUnitRandomizer", privUnitRandomizer, 12],
  ] as const;
  for (const [cases, options] of shortAndLong(WHOLE, ([, , dimension]) => dimension > 3))
    it.each(cases)("%s, case %#", options, (_name, create, dimension) => {
      const epsilon = 2;
      const randomizer = create({ localEpsilon: epsilon, dimension, bound: 0.37 });
      const looser = create({ localEpsilon: 1.05 * epsilon, dimension, bound: 0.37 });
      const samples = [1, 0.4].map((share) => ({ share, ...sample(randomizer, share * 0.37) }));
      const acrossEdges = edgesOf((height) => below(dimension - 1, height));
      for (const { share, heights, across } of samples) {
        expect(evenPValue(heights, edgesOf(heightLaw(randomizer, share)))).toBeGreaterThan(FALSE_ALARM);
        // Around the axis nothing is preferred: the rest is uniform on the sphere of one dimension less.
        expect(evenPValue(across, acrossEdges)).toBeGreaterThan(FALSE_ALARM);
      }
      expect(capPValue(samples[0]!.heights, randomizer)).toBeGreaterThan(FALSE_ALARM);
      expect(capPValue(sample(looser, 0.37).heights, randomizer)).toBeLessThan(FALSE_ALARM);
    });

  const HEIGHTS = [
    ["hemisphereRandomizer", hemisphereRandomizer, 2],
    ["hemisphereRandomizer", hemisphereRandomizer, 12],
    ["privUnitRandomizer", privUnitRandomizer, 2],
    ["privUnitRandomizer", privUnitRandomizer, 3],
    ["privUnitRandomizer", privUnitRandomizer, 13_706],
  ] as const;
  for (const [cases, options] of shortAndLong(HEIGHTS, ([, , dimension]) => dimension > 2))
    it.each(cases)("%s, heights by themselves, case %#", options, (_name, create, dimension) => {
      const randomizer = create({ localEpsilon: 2, dimension, bound: 0.37 });
      const looser = create({ localEpsilon: 2.1, dimension, bound: 0.37 });
      const heights = (of: CapRandomizer, share: number) => {
        const source = seededSource(92);
        return Float64Array.from({ length: 200_000 }, () => of.drawHeight(source, share * 0.37));
      };
      const full = heights(randomizer, 1);
      for (const [share, drawn] of [
        [1, full],
        [0.4, heights(randomizer, 0.4)],
      ] as const) {
        expect(evenPValue(drawn, edgesOf(heightLaw(randomizer, share)))).toBeGreaterThan(FALSE_ALARM);
      }
      expect(capPValue(full, randomizer)).toBeGreaterThan(FALSE_ALARM);
      expect(capPValue(heights(looser, 1), randomizer)).toBeLessThan(FALSE_ALARM);
    });

  it("privUnitRandomizer, dimension 2, where only the height is free", () => {
    const randomizer = privUnitRandomizer({ localEpsilon: 2, dimension: 2, bound: 1 });
    const source = seededSource(92);
    const size = Math.sqrt(randomizer.worstVariance);
    const heights = Float64Array.from({ length: 40_000 }, () => {
      const [x, y] = randomizer.randomize(source, [0.6, -0.8]);
      return (0.6 * x! - 0.8 * y!) / size;
    });
    expect(evenPValue(heights, edgesOf(heightLaw(randomizer, 1)))).toBeGreaterThan(FALSE_ALARM);
  });
});
