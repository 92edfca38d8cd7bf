/** The law on the lattice, and what is cut off it, against the closed forms that it must not fall below. */
import { describe, expect, it } from "vitest";
import { EXCESS_ERROR } from "../../../numerics/lognormal-difference.js";
import {
  excessAbove,
  type Neighbours,
  recordToZero,
  replacedRecord,
  shortfallBelow,
  varianceOf,
  zeroToRecord,
} from "./neighbours.js";
import { ratioLattice } from "./ratio-lattice.js";
import { shuffledExcess } from "./shuffled-excess.js";

const CASES = [0.05, 0.4, 1.3].flatMap((c): (readonly [string, Neighbours])[] => [
  [`replaced record, ${c}`, replacedRecord(c)],
  [`record to zero, ${c}`, recordToZero(c)],
  [`zero to record, ${c}`, zeroToRecord(c)],
]);

/** E(xi - t)_+ for every t. */
const integratedTail = (neighbours: Neighbours, x: number, t: number): number =>
  t >= 0 ? excessAbove(neighbours, x, t) : shortfallBelow(neighbours, x, -t) + 1 - x - t;

describe("the lattice law", () => {
  it.each(CASES)(
    "%s: its integrated tail is nowhere below that of xi, cut, and its rounding",
    (_, neighbours) => {
      for (const x of [1, 1.1, 2]) {
        const step = Math.sqrt(varianceOf(neighbours, x)) / 8;
        const above = 90;
        let below = 1;
        while (shortfallBelow(neighbours, x, below * step) > 1e-6 * step) below = Math.ceil(1.25 * below);
        const range = { step, below, above };
        const { places, mass } = ratioLattice(neighbours, x, range);
        const cut = excessAbove(neighbours, x, above * step);
        expect(mass.reduce((sum, each) => sum + each, 0)).toBeGreaterThanOrEqual(1);
        for (const place of places) {
          for (const t of [place - 0.5, place]) {
            const tail = places.reduce((sum, other, i) => sum + mass[i]! * Math.max(0, other - t) * step, 0);
            const wanted = Math.max(integratedTail(neighbours, x, t * step), 1 - x - t * step) - cut;
            if (wanted > (t < 0 ? 1e-12 : 0))
              expect(tail).toBeGreaterThanOrEqual(wanted * (1 + EXCESS_ERROR / 2));
            if (x < 2 && wanted > 100 * cut) expect(tail).toBeLessThan(wanted * 1.1 + step / 50);
          }
        }
      }
    },
  );
});

describe("two copies", () => {
  it.each(CASES)(
    "%s: no less than their joint law, values above the cut included",
    { tags: ["slow"] },
    (_, neighbours) => {
      for (const x of [1, 1.05, 1.3, 2]) {
        const step = Math.sqrt(varianceOf(neighbours, x)) / 100;
        let exact = 0;
        for (let k = -1500; k <= 8000; k++) {
          const [before, at, after] = [k - 1, k, k + 1].map((each) =>
            integratedTail(neighbours, x, each * step),
          ) as [number, number, number];
          const mass = Math.max(0, before - 2 * at + after) / step;
          exact += (mass * integratedTail(neighbours, x, -k * step)) / 2;
        }
        expect(shuffledExcess(neighbours, x, [2])[0]).toBeGreaterThan(exact * (1 - 2e-4));
      }
    },
  );
});
