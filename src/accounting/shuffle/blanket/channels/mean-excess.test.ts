/** Sums of laws with rare large values, against repeated convolution, which holds every value of the sum. */

import { describe, expect, test } from "vitest";
import { deltas } from "../../../deltas.js";
import type { Contributions } from "./contributions.js";
import { meanExcess } from "./mean-excess.js";

type Atom = readonly [value: number, mass: number];

function convolved(atoms: readonly Atom[], copies: number): number {
  const least = Math.min(...atoms.map(([value]) => value));
  const most = Math.max(...atoms.map(([value]) => value));
  let sum = Float64Array.of(1);
  for (let copy = 0; copy < copies; copy++) {
    const next = new Float64Array(sum.length + most - least);
    for (const [value, mass] of atoms)
      sum.forEach((each, i) => {
        next[i + value - least]! += each * mass;
      });
    sum = next;
  }
  return sum.reduce((total, mass, i) => total + mass * Math.max(0, i + copies * least), 0) / copies;
}

const lawOf = (atoms: readonly Atom[]): Contributions => ({
  values: Float64Array.from(atoms, ([value]) => value),
  masses: Float64Array.from(atoms, ([, mass]) => mass),
  revealed: 0,
});

const LAWS: readonly (readonly [string, readonly Atom[], number])[] = [
  [
    "mean zero",
    [
      [-1, 0.75],
      [1, 0.2],
      [50, 1e-2],
      [500, 1e-4],
    ],
    1.1,
  ],
  [
    "mean below zero",
    [
      [-2, 0.5],
      [-1, 0.4],
      [2, 0.0989],
      [30, 1e-3],
      [900, 1e-4],
    ],
    1.1,
  ],
  [
    "far below zero",
    [
      [-900, 1e-4],
      [-3, 0.6],
      [-1, 0.2989],
      [2, 0.1],
      [700, 1e-3],
    ],
    1.2,
  ],
  [
    "the largest many times a deviation",
    [
      [-2, 0.3],
      [-1, 0.7 - 1e-7],
      [2000, 1e-7],
    ],
    1.5,
  ],
];

// A sum with one of the lowest values is far below zero, and wrapped around a window of the largest ones
// only: 0.4988 / 0.4076.
test("the lowest values do not wrap around into positive sums", { tags: ["slow"] }, () => {
  const atoms: readonly Atom[] = [
    [1366, 3.07e-4],
    [-3841, 3.07e-4],
    [-2474, 3.99e-4],
    [-2, 0.0328],
    [0, 1 - 0.0328 - 3.07e-4 - 3.07e-4 - 3.99e-4],
  ];
  const exact = convolved(atoms, 39);
  for (const steps of [2, 6, 16, 64]) {
    const bound = meanExcess(lawOf(atoms), 39, steps);
    expect(bound).toBeGreaterThanOrEqual(exact * (1 - 1e-12));
    expect(bound).toBeLessThan(exact * 1.01);
  }
});

describe.each(LAWS)("%s", (_, atoms, factor) => {
  test.each([20, 60])("of %i copies", (copies) => {
    const exact = convolved(atoms, copies);
    for (const steps of [3, 6, 16]) {
      const bound = meanExcess(lawOf(atoms), copies, steps);
      expect(bound).toBeGreaterThanOrEqual(exact * (1 - 1e-12));
      expect(bound).toBeLessThan(exact * factor);
    }
  });
});

test("a value far below all places of the lattice is raised, and adds next to nothing", () => {
  const atoms: readonly Atom[] = [
    [-3, 0.3],
    [-1, 0.1],
    [1, 0.599],
    [40, 1e-3],
  ];
  const exact = convolved(atoms, 300);
  for (const least of [-5e9, -6e9, -7e9, -1e11]) {
    const bound = meanExcess(lawOf([...atoms, [least, 1e-25]]), 300, 16);
    expect(bound).toBeGreaterThan(exact);
    expect(bound).toBeLessThan(exact * 1.02);
  }
});

test("a value beyond all places of the lattice counts each copy by itself", () => {
  const law = lawOf([
    [-3, 0.3],
    [-1, 0.1],
    [1, 0.6],
    [1e13, 1e-30],
  ]);
  expect(meanExcess(law, 300, 16)).toBeGreaterThanOrEqual(0.6 + 1e-17);
  expect(meanExcess(law, 300, 16)).toBeLessThan(0.6 + 1e-9);
});

test("falls with the noise and with the copies where some values are rare and large", () => {
  const deltaOf = (users: number, localEpsilon: number, epsilon: number): number =>
    deltas(
      {
        kind: "shuffle",
        users,
        of: { kind: "subsetResponse", epsilon: localEpsilon, mass: 0.9, overlap: 0.85 },
      },
      { adjacency: "replace-one", epsilon, method: "blanket" },
    ).guarantees[0]!.delta.upper;
  for (const epsilon of [1, 3, 8]) {
    for (const localEpsilon of [12, 12.5, 13, 14.5]) {
      const all = deltaOf(1e5, localEpsilon, epsilon);
      expect(all).toBeLessThanOrEqual(deltaOf(1e5, localEpsilon + 0.25, epsilon) * 1.001);
      expect(all).toBeLessThanOrEqual(deltaOf(7e4, localEpsilon, epsilon) * 1.001);
    }
  }
  expect(deltaOf(1e5, 12.5, 8)).toBeLessThan(0.041); // 0.0549 by the longest window
});
