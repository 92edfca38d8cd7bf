import { describe, expect, it } from "vitest";
import { seededSource } from "../random/index.js";
import { hemisphereRandomizer } from "./hemisphere-randomizer.js";
import { karyRandomizedResponse } from "./kary-randomized-response.js";
import { l1Randomizer } from "./l1-randomizer.js";
import { linfRandomizer } from "./linf-randomizer.js";
import { privUnitRandomizer } from "./priv-unit-randomizer.js";

const source = seededSource(1);
const BALL = { localEpsilon: 1, dimension: 3, bound: 1 };
const coins = karyRandomizedResponse({ localEpsilon: 1, categories: 4 });
const bad = <Wrong>(wrong: unknown): Wrong => wrong as Wrong;

describe("karyRandomizedResponse's errors call what goes in a value and what comes out a report", () => {
  it.each<[string, () => unknown]>([
    ["value must be an integer in [0, 3], got 9", () => coins.randomize(source, 9)],
    ["value must be an integer in [0, 3], got 9", () => coins.probability(1, 9)],
    ["report must be an integer in [0, 3], got 9", () => coins.probability(9, 1)],
    ["report must be an integer in [0, 3], got 9", () => coins.encode(9)],
    ["report must be an integer in [0, 3], got 9", () => coins.decode(Uint8Array.of(9))],
    ["bytes must have 1 bytes, got 2", () => coins.decode(Uint8Array.of(1, 1))],
    ["reports[1] must be an integer in [0, 3], got 9", () => coins.decodeHistogram([1, 9])],
    ["reports must be at least one report, got none", () => coins.decodeHistogram([])],
    ["reports must be an array or a typed array, got undefined", () => coins.decodeHistogram(bad(undefined))],
  ])("%s", (words, act) => expect(act).toThrow(`karyRandomizedResponse: ${words}`));
});

describe.each([linfRandomizer, l1Randomizer, hemisphereRandomizer, privUnitRandomizer])(
  "%o",
  (randomizer) => {
    const ball = randomizer(BALL);

    it.each<[string, () => unknown]>([
      ["value must have 3 entries, got 2", () => ball.randomize(source, [1, 2])],
      ["value[1] must be a finite number", () => ball.randomize(source, [1, NaN, 2])],
      ["value must be an array or a typed array, got 7", () => ball.randomize(source, bad(7))],
      ["value must have 3 entries, got 1", () => ball.variance([1])],
      ["reports must be at least one report, got none", () => ball.decodeMean([])],
      ["reports[0] must be", () => ball.decodeMean(bad([99]))],
      ["reports must be an array or a typed array, got undefined", () => ball.decodeMean(bad(undefined))],
    ])("%s", (words, act) => expect(act).toThrow(`${randomizer.name}: ${words}`));
  },
);

it("names the report that is none among many vectors", () => {
  const ball = privUnitRandomizer(BALL);
  const report = ball.randomize(source, [1, 0, 0]);
  const torn = Float64Array.from(report, (entry) => entry / 2);
  expect(() => ball.decodeMean([report, torn])).toThrow(
    /^privUnitRandomizer: reports\[1\]'s l2 norm must be .*; no value is reported so$/,
  );
});
