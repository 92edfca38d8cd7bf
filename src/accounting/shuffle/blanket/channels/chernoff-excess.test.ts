/** The closed form against every tilt of its grid, and against the value that it bounds. */
import { describe, expect, it } from "vitest";
import { chernoffExcess } from "./chernoff-excess.js";
import type { Contributions } from "./contributions.js";
import { meanExcess } from "./mean-excess.js";

const lawOf = (atoms: readonly (readonly [value: number, mass: number])[]): Contributions => ({
  values: Float64Array.from(atoms, ([value]) => value),
  masses: Float64Array.from(atoms, ([, mass]) => mass),
  revealed: 0,
});

/** e^(-1) E[e^(theta Z)]^n / (n theta) at its least, over tilts whose neighbours hardly differ. */
function leastOverTilts({ values, masses }: Contributions, copies: number): number {
  const logMean = (theta: number): number => {
    const excess = values.reduce((sum, value, i) => sum + masses[i]! * Math.expm1(theta * value), 0);
    return copies * Math.log1p(excess) - 1 - Math.log(theta * copies);
  };
  const bounds = Array.from({ length: 80_001 }, (_, i) => logMean(10 ** (i / 2000 - 20)));
  return Math.exp(bounds.reduce((least, bound) => (bound < least ? bound : least), Infinity));
}

const LAWS: readonly (readonly [string, Contributions])[] = [
  [
    "a walk",
    lawOf([
      [-1, 0.6],
      [1, 0.4],
    ]),
  ],
  [
    "a rare large value",
    lawOf([
      [-0.01, 1 - 1e-7],
      [1e4, 1e-8],
      [0, 9e-8],
    ]),
  ],
  [
    "values of many sizes",
    lawOf([
      [-1, 0.9],
      [0.1, 0.05],
      [5, 1e-2],
      [1e3, 1e-6],
      [0, 0.039999],
    ]),
  ],
  [
    "next to no excess",
    lawOf([
      [-1, 0.999],
      [1e-3, 1e-3],
    ]),
  ],
  [
    "a mean that is almost zero",
    lawOf([
      [-1, 0.5],
      [1 - 1e-9, 0.5],
    ]),
  ],
];

describe.each(LAWS)("the closed form of %s", (_, law) => {
  it.each([2, 31, 1000, 1e6])("of %i copies is about the least over all tilts", (copies) => {
    const least = Math.min(
      leastOverTilts(law, copies),
      law.values.reduce((most, value) => Math.max(most, value)),
    );
    expect(chernoffExcess(law, copies)).toBeGreaterThanOrEqual(least * (1 - 1e-9));
    // the best tilt is within a stride of 1.5
    const slack = least > 0 ? 0.2 * (1 + Math.abs(Math.log(least))) : 0;
    expect(chernoffExcess(law, copies)).toBeLessThanOrEqual(least * Math.exp(slack));
  });

  it.each([2, 31, 1000])("of %i copies is above the mean's positive part", (copies) => {
    expect(chernoffExcess(law, copies)).toBeGreaterThanOrEqual(meanExcess(law, copies, 16) * (1 - 1e-9));
  });
});

it.each([
  [-1e200, 1e200],
  [-Infinity, 1],
  [-1, Infinity],
])("values of %d and %d have no smaller bound than the largest one", (least, largest) => {
  const law = lawOf([
    [least, 0.5],
    [largest, 0.5],
  ]);
  expect(chernoffExcess(law, 10)).toBeGreaterThanOrEqual(largest);
});

it("takes no bound from a moment that has lost its digits", () => {
  const law = lawOf([
    [-1, 1],
    [1, 1e-40],
  ]);
  expect(chernoffExcess(law, 2)).toBeGreaterThan(1e-40 / 2);
});
