import { describe, expect, it } from "vitest";
import {
  type DiscreteRandomizer,
  karyRandomizedResponse,
  l1Randomizer,
  linfRandomizer,
} from "../../src/mechanisms/index.js";
import { seededSource } from "../../src/random/index.js";
import { FALSE_ALARM, fitPValue } from "./exact-tails.js";

const TRIALS = 200_000;
const EPSILON = 1.3;
const LOOSER = 1.05 * EPSILON;

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

describe("numbered reports follow their exact law; one with 5 % more ε is rejected (seed 91, false alarm 1e-6)", () => {
  function lawPValue<Value>(
    sampled: DiscreteRandomizer<Value>,
    stated: DiscreteRandomizer<Value>,
    value: Value,
  ) {
    const source = seededSource(91);
    const counts = new Float64Array(stated.reportCount);
    for (let trial = 0; trial < TRIALS; trial++) counts[sampled.randomize(source, value)]!++;
    return fitPValue(
      counts,
      range(stated.reportCount).map((report) => stated.probability(report, value)),
    );
  }

  it("karyRandomizedResponse, 4 categories", () => {
    const [stated, looser] = [EPSILON, LOOSER].map((epsilon) =>
      karyRandomizedResponse({ localEpsilon: epsilon, categories: 4 }),
    );
    for (const value of range(4)) expect(lawPValue(stated!, stated!, value)).toBeGreaterThan(FALSE_ALARM);
    expect(lawPValue(looser!, stated!, 2)).toBeLessThan(FALSE_ALARM);
  });

  it.each([
    ["linfRandomizer", linfRandomizer, [0.37, -0.37, 0.1]],
    ["l1Randomizer", l1Randomizer, [0.3, -0.05, 0.02]],
  ] as const)("%s, 3 entries", (_name, create, value) => {
    const [stated, looser] = [EPSILON, LOOSER].map((epsilon) =>
      create({ localEpsilon: epsilon, dimension: 3, bound: 0.37 }),
    );
    expect(lawPValue(stated!, stated!, value)).toBeGreaterThan(FALSE_ALARM);
    expect(lawPValue(looser!, stated!, value)).toBeLessThan(FALSE_ALARM);
  });
});
