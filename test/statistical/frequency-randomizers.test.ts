import { describe, expect, it } from "vitest";
import {
  hadamardResponse,
  localHashing,
  subsetSelection,
  unaryEncoding,
} from "../../src/mechanisms/index.js";
import { type RandomSource, seededSource } from "../../src/random/index.js";
import { shortAndLong } from "../short-and-long.js";
import { FALSE_ALARM, fitPValue } from "./exact-tails.js";

const TRIALS = 200_000;
const EPSILON = 1.3;
const LOOSER = 1.05 * EPSILON;

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

interface Sampled {
  randomize(source: RandomSource, value: number): number | Uint32Array;
  probability(report: number | Uint32Array, value: number): number;
}

describe("frequency randomizers follow their exact law; one with 5 % more ε is rejected (seed 92, false alarm 1e-6)", () => {
  /** Of whole reports, so that a set's members must be right together. */
  function lawPValue(
    sampled: Sampled,
    stated: Sampled,
    { reports, value }: { reports: readonly (number | Uint32Array)[]; value: number },
  ) {
    const source = seededSource(92);
    const places = new Map(reports.map((report, place) => [String(report), place]));
    const counts = new Float64Array(reports.length);
    for (let trial = 0; trial < TRIALS; trial++)
      counts[places.get(String(sampled.randomize(source, value)))!]!++;
    return fitPValue(
      counts,
      reports.map((report) => stated.probability(report, value)),
    );
  }

  const setsOfFive = range(32).map((bits) =>
    Uint32Array.from(range(5).filter((category) => (bits >>> category) & 1)),
  );

  for (const [cases, options] of shortAndLong<
    [string, (localEpsilon: number) => Sampled, readonly (number | Uint32Array)[]]
  >(
    [
      [
        "hadamardResponse, 5 categories",
        (localEpsilon) => hadamardResponse({ localEpsilon, categories: 5 }) as Sampled,
        range(8),
      ],
      [
        "localHashing, 5 categories to 3",
        (localEpsilon) => localHashing({ localEpsilon, categories: 5, hashRange: 3 }) as Sampled,
        range(27),
      ],
      [
        "subsetSelection, 2 of 5",
        (localEpsilon) => subsetSelection({ localEpsilon, categories: 5, subsetSize: 2 }) as Sampled,
        setsOfFive.filter((set) => set.length === 2),
      ],
      [
        "subsetSelection, 3 of 5",
        (localEpsilon) => subsetSelection({ localEpsilon, categories: 5, subsetSize: 3 }) as Sampled,
        setsOfFive.filter((set) => set.length === 3),
      ],
      [
        "unaryEncoding, 5 categories",
        (localEpsilon) => unaryEncoding({ localEpsilon, categories: 5 }) as Sampled,
        setsOfFive,
      ],
    ],
    ([name]) => !/^(hadamard|local)/.test(name),
  )) {
    it.each<[string, (localEpsilon: number) => Sampled, readonly (number | Uint32Array)[]]>(cases)(
      "%s",
      options,
      (_name, create, reports) => {
        const [stated, looser] = [create(EPSILON), create(LOOSER)];
        for (const value of range(5))
          expect(lawPValue(stated, stated, { reports, value })).toBeGreaterThan(FALSE_ALARM);
        expect(lawPValue(looser, stated, { reports, value: 2 })).toBeLessThan(FALSE_ALARM);
      },
    );
  }
});
