/**
 * What the bundler made of the sources and of the packages inside computes the same bits: here the packages
 * are as npm installs them.
 */
import * as builtAccounting from "croupier-dp/accounting";
import * as builtMechanisms from "croupier-dp/mechanisms";
import * as builtRandom from "croupier-dp/random";
import { describe, expect, it } from "vitest";
import * as accounting from "../../src/accounting/index.js";
import * as mechanisms from "../../src/mechanisms/index.js";
import type { MechanismEvent } from "../../src/privacy/index.js";
import * as random from "../../src/random/index.js";
import { shortAndLong } from "../short-and-long.js";

const SOURCES = { accounting, mechanisms, random };
const BUILT = { accounting: builtAccounting, mechanisms: builtMechanisms, random: builtRandom };

type Library = typeof SOURCES;

/** Factors of about 1.6 from 10^from to 10^to. */
function powers(from: number, to: number): number[] {
  return Array.from({ length: 5 * (to - from) + 1 }, (_, i) => 10 ** (from + i / 5));
}

const REPORTS: readonly MechanismEvent[] = [
  { kind: "gaussian", noiseMultiplier: 1.7 },
  { kind: "local", epsilon: 0.9 },
  { kind: "randomizedResponse", epsilon: 2.1, categories: 5 },
];

/** Of each part of the library, figures that go through the packages' functions. */
const FIGURES: Readonly<Record<string, (library: Library) => unknown>> = {
  "Gaussian tails (erfc)": ({ accounting: { theorems } }) =>
    powers(-2, 3).flatMap((noiseMultiplier) =>
      powers(-4, 2).map((epsilon) => theorems.gaussianDelta({ epsilon, noiseMultiplier })),
    ),
  "masses and moments of caps (betainc, gammaln, expm1)": ({ mechanisms: { privUnitRandomizer } }) =>
    powers(-2, 1).flatMap((localEpsilon) =>
      [2, 3, 10, 977, 12_345].map((dimension) => {
        const { cap, reportLength } = privUnitRandomizer({ localEpsilon, dimension, bound: 1 });
        return { cap, reportLength };
      }),
    ),
  "seeded normals (exp, ln)": ({ random: { fillNormals, seededSource } }) => {
    const normals = new Float64Array(30_000);
    fillNormals(seededSource(11), normals, 1);
    return [...normals];
  },
  "seeded reports of vectors (exp, expm1, ln)": ({
    mechanisms: { privUnitRandomizer },
    random: { seededSource },
  }) => {
    const dimension = 20_000;
    const randomizer = privUnitRandomizer({ localEpsilon: 1.5, dimension, bound: 1 });
    return [...randomizer.randomize(seededSource(12), new Float64Array(dimension).fill(1 / 200))];
  },
  "every guarantee of shuffled and central reports (fft.js, erfc)": ({ accounting }) =>
    REPORTS.flatMap((of) => [
      accounting.guarantees(
        { kind: "repeat", times: 5, of: { kind: "shuffle", users: 700, of } },
        { adjacency: "replace-one", delta: 1e-6 },
      ),
      accounting.guarantees(
        { kind: "repeat", times: 9, of: { kind: "poissonSample", rate: 0.03, of } },
        { adjacency: "add-or-remove", delta: 1e-6 },
      ),
    ]),
};

function leavesOf(value: unknown): unknown[] {
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(leavesOf) : [value];
}

describe("the built library", () => {
  for (const [cases, options] of shortAndLong(Object.keys(FIGURES), (name) => name.includes("fft.js"))) {
    it.each(cases)("has the sources' bits: %s", options, (name) => {
      const figures = FIGURES[name]!;
      const expected = leavesOf(figures(SOURCES));
      const built = leavesOf(figures(BUILT as unknown as Library));
      expect(expected.length).toBeGreaterThan(100);
      expect(built.length).toBe(expected.length);
      expect(built.filter((leaf, i) => !Object.is(leaf, expected[i])).slice(0, 5)).toEqual([]);
    });
  }
});
