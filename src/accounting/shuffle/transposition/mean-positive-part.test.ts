/**
 * Sums of a few copies by enumeration, among them values so large and rare that the transform's window does
 * not hold them.
 */
import { describe, expect, it } from "vitest";
import type { LatticeMeasure } from "./lattice-above.js";
import { meanPositivePart } from "./mean-positive-part.js";

function enumerated({ step, places, mass }: LatticeMeasure, copies: number): number {
  let sums = new Map([[0, 1]]);
  for (let copy = 0; copy < copies; copy++) {
    const next = new Map<number, number>();
    for (const [sum, weight] of sums) {
      for (const [i, place] of places.entries()) {
        next.set(sum + place, (next.get(sum + place) ?? 0) + weight * mass[i]!);
      }
    }
    sums = next;
  }
  let total = 0;
  for (const [sum, weight] of sums) total += (weight * Math.max(0, sum) * step) / copies;
  return total;
}

const law = (step: number, ...atoms: readonly (readonly [number, number])[]): LatticeMeasure => ({
  step,
  places: Int32Array.from(atoms, ([place]) => place),
  mass: Float64Array.from(atoms, ([, mass]) => mass),
});

const LAWS: readonly (readonly [string, LatticeMeasure])[] = [
  ["a coin", law(0.3, [-1, 0.5], [1, 0.5])],
  ["of negative mean", law(0.1, [-3, 0.2], [-1, 0.6], [2, 0.2])],
  ["now and then large", law(0.1, [-1, 0.99], [60, 0.01])],
  ["seldom large", law(0.01, [-1, 0.999], [90, 0.001])],
];
/** Tilted so much, for their sum to be centred at zero, that the bound of rounding is far above them. */
const RARE: readonly (readonly [string, LatticeMeasure])[] = [
  ["rare and large", law(0.01, [-1, 1 - 1e-6], [1000, 1e-6])],
  ["rarer and larger", law(1, [-1, 1 - 1e-9], [1, 5e-10], [30_000, 5e-10])],
];

describe("the mean of copies", () => {
  it.each([...LAWS, ...RARE])("%s: nothing is lost, and little added", (_, measure) => {
    for (const copies of [1, 2, 3, 8, 20]) {
      const exact = enumerated(measure, copies);
      const bound = meanPositivePart(measure, [copies])[0]!;
      expect(bound).toBeGreaterThanOrEqual(exact * (1 - 1e-13));
      if (LAWS.some(([, known]) => known === measure)) expect(bound).toBeLessThan(exact * 1.5);
    }
  });

  it("tilted so far that the tilt alone is no double, nor the mass", () => {
    const tiny = law(1, [-1, 1], [1, 2 ** -1060]);
    for (const copies of [1, 2, 3]) {
      const bound = meanPositivePart(tiny, [copies])[0]!;
      expect(bound).toBeGreaterThanOrEqual(enumerated(tiny, copies));
      expect(bound).toBeLessThan(2 ** -1040);
    }
  });
});
