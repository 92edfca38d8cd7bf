/**
 * Sums of copies of two laws by enumeration, with positive parts that begin on and between lattice points.
 */
import { describe, expect, it } from "vitest";
import type { LatticeMeasure } from "../transposition/lattice-above.js";
import { type Copies, sumPositivePart } from "./sum-positive-part.js";

function enumerated(parts: readonly Copies[], offset: number): number {
  let sums = new Map([[0, 1]]);
  for (const { law, copies } of parts) {
    for (let copy = 0; copy < copies; copy++) {
      const next = new Map<number, number>();
      for (const [sum, weight] of sums) {
        for (const [i, place] of law.places.entries()) {
          next.set(sum + place, (next.get(sum + place) ?? 0) + weight * law.mass[i]!);
        }
      }
      sums = next;
    }
  }
  const { step } = parts[0]!.law;
  let total = 0;
  for (const [sum, weight] of sums) total += weight * Math.max(0, sum * step + offset);
  return total;
}

const law = (...atoms: readonly (readonly [number, number])[]): LatticeMeasure => ({
  step: 0.1,
  places: Int32Array.from(atoms, ([place]) => place),
  mass: Float64Array.from(atoms, ([, mass]) => mass),
});
const LEFT = law([-7, 0.3], [-1, 0.4], [4, 0.3]);
const RIGHT = law([-3, 0.85], [11, 0.1], [29, 0.05]);

describe("the positive part of a sum", () => {
  it.each([-11.03, -4.25, -1.3, -0.77, -0.05, 0, 0.049, 0.6, 2.31, 40])(
    "moved by %d: nothing is lost, and little added",
    (offset) => {
      for (const [left, right] of [
        [1, 1],
        [12, 3],
        [5, 40],
      ]) {
        const parts = [
          { law: LEFT, copies: left! },
          { law: RIGHT, copies: right! },
        ];
        const exact = enumerated(parts, offset);
        const bound = sumPositivePart(parts, offset);
        expect(bound).toBeGreaterThanOrEqual(exact * (1 - 1e-13));
        expect(bound).toBeLessThanOrEqual(exact * (1 + 1e-5) + 1e-13);
      }
    },
  );
});
