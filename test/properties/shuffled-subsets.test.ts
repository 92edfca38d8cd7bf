/**
 * Randomizers of two levels: that they are what docs/events.md says, and that no data beat their pair; every
 * output of a few users.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { guarantees } from "../../src/accounting/guarantees.js";
import { responseShape } from "../../src/accounting/rounds/response-shape.js";
import { shuffledResponsePair } from "../../src/accounting/shuffle/clones/response-law/shuffled-response-pair.js";
import { PrivacyLossDistribution } from "../../src/pld/privacy-loss-distribution.js";
import { type SubsetResponseEvent, subsetResponse } from "../../src/privacy/index.js";
import { histogramLaw, hockeyStick, type Law } from "./shuffled-law.js";

interface Randomizer {
  readonly event: SubsetResponseEvent;
  /** The law of each input's report. */
  readonly laws: readonly Law[];
  /** The base law. */
  readonly base: Law;
}

const EPSILON = 1.3;
const LEVELS = Math.exp(EPSILON);

function shuffled(event: SubsetResponseEvent, reports: number): PrivacyLossDistribution {
  return PrivacyLossDistribution.of(
    shuffledResponsePair({ ...responseShape(event, 1e6), reports, samplingRate: 1 }),
  );
}

/** All subsets of a given size of the numbers below `of`. */
function subsets(of: number, size: number): number[][] {
  if (size === 0) return [[]];
  return Array.from({ length: of }, (_, last) => last)
    .slice(size - 1)
    .flatMap((last) => subsets(last, size - 1).map((rest) => [...rest, last]));
}

const normalized = (masses: readonly number[]): Law => {
  const total = masses.reduce((sum, mass) => sum + mass, 0);
  return masses.map((mass) => mass / total);
};

/**
 * The randomizer as its authors write it: reports in the input's set are e^epsilon times as likely as others.
 */
function uniformOver(sets: readonly (readonly number[])[], reports: number, shape: object): Randomizer {
  return {
    event: subsetResponse({ epsilon: EPSILON, ...shape } as SubsetResponseEvent),
    base: Array(reports).fill(1 / reports),
    laws: sets.map((set) =>
      normalized(Array.from({ length: reports }, (_, i) => (set.includes(i) ? LEVELS : 1))),
    ),
  };
}

function subsetSelection(categories: number, size: number): Randomizer {
  const reports = subsets(categories, size);
  const sets = Array.from({ length: categories }, (_, x) =>
    reports.flatMap((report, i) => (report.includes(x) ? [i] : [])),
  );
  const overlap = (size * (size - 1)) / (categories * (categories - 1));
  return uniformOver(sets, reports.length, { mass: size / categories, overlap });
}

/** Input x has the reports with an even number of ones in common with x + 1. */
function hadamardResponse(order: number): Randomizer {
  const isEven = (bits: number): boolean => bits.toString(2).replaceAll("0", "").length % 2 === 0;
  const sets = Array.from({ length: order - 1 }, (_, x) =>
    Array.from({ length: order }, (_, y) => y).filter((y) => isEven(y & (x + 1))),
  );
  return uniformOver(sets, order, { mass: 1 / 2, overlap: 1 / 4 });
}

/** All functions from the inputs to the hash values. */
function localHashing(inputs: number, values: number): Randomizer {
  const functions = values ** inputs;
  const sets = Array.from({ length: inputs }, (_, x) =>
    Array.from({ length: functions }, (_, h) => h * values + (Math.floor(h / values ** x) % values)),
  );
  return uniformOver(sets, functions * values, { mass: 1 / values, overlap: 1 / values ** 2 });
}

/**
 * Each bit of the one-hot code: a one stays with probability `kept`, a zero becomes one with probability
 * `raised`.
 */
function unaryEncoding(inputs: number, kept: number, raised: number): Randomizer {
  const law = (x: number): Law =>
    Array.from({ length: 2 ** inputs }, (_, report) => {
      let mass = 1;
      for (let bit = 0; bit < inputs; bit++) {
        const one = bit === x ? kept : raised;
        mass *= (report >> bit) & 1 ? one : 1 - one;
      }
      return mass;
    });
  return {
    event: subsetResponse({ epsilon: EPSILON, mass: raised, overlap: raised ** 2 }),
    base: law(-1),
    laws: Array.from({ length: inputs }, (_, x) => law(x)),
  };
}

/** Caps of a circle, which are arcs, cut into as many pieces as there are directions. */
function arcs(directions: number, length: number): Randomizer {
  const sets = Array.from({ length: directions }, (_, x) =>
    Array.from({ length }, (_, i) => (x + i) % directions),
  );
  return uniformOver(sets, directions, { mass: length / directions });
}

const HALF = Math.exp(EPSILON / 2);
const RANDOMIZERS: readonly (readonly [string, Randomizer])[] = [
  ["subset selection, 2 of 4", subsetSelection(4, 2)],
  ["subset selection, 2 of 5", subsetSelection(5, 2)],
  ["Hadamard response of order 4", hadamardResponse(4)],
  ["Hadamard response of order 8", hadamardResponse(8)],
  ["local hashing of 3 inputs to 2 values", localHashing(3, 2)],
  ["local hashing of 2 inputs to 3 values", localHashing(2, 3)],
  ["optimised unary encoding", unaryEncoding(3, 1 / 2, 1 / (LEVELS + 1))],
  ["symmetric unary encoding", unaryEncoding(3, HALF / (HALF + 1), 1 / (HALF + 1))],
  ["arcs of a third", arcs(6, 2)],
  ["arcs of 3 in 8", arcs(8, 3)],
  ["half circles", arcs(6, 3)],
  ["arcs of more than half", arcs(5, 3)],
];

/** Every choice, with repetition, of a number of rows. */
function cohorts<Row>(rows: readonly Row[], size: number): Row[][] {
  if (size === 0) return [[]];
  return rows.flatMap((row, i) => cohorts(rows.slice(i), size - 1).map((rest) => [row, ...rest]));
}

const masked = (law: Law, isIn: (i: number) => boolean): number =>
  law.reduce((sum, mass, i) => sum + (isIn(i) ? mass : 0), 0);

describe.each(RANDOMIZERS)("%s", (_, { event, laws, base }) => {
  const { mass, overlap = 0 } = event;
  const floor = 1 / (1 + mass * (LEVELS - 1));
  const isIn = (law: Law, i: number): boolean => law[i]! > base[i]! * floor * Math.sqrt(LEVELS);

  test("has two levels over sets of the mass and with the overlaps that its event says", () => {
    let least = 1;
    for (const [x, law] of laws.entries()) {
      law.forEach((each, i) => {
        expect(each / (base[i]! * floor * (isIn(law, i) ? LEVELS : 1))).toBeCloseTo(1, 12);
      });
      expect(masked(base, (i) => isIn(law, i))).toBeCloseTo(mass, 12);
      for (const other of laws.slice(x + 1)) {
        least = Math.min(
          least,
          masked(base, (i) => isIn(law, i) && isIn(other, i)),
        );
      }
    }
    expect(least).toBeGreaterThanOrEqual(overlap - 1e-12);
  });

  test("no cohort of up to four users beats the pair", () => {
    let largest = 0;
    for (let users = 1; users <= (base.length > 6 ? 3 : 4); users++) {
      const loss = shuffled(event, users);
      const bounds = [0, 0.2, 0.5, 0.9].map(
        (share) => [share * EPSILON, loss.deltaAtEpsilon(share * EPSILON).upper] as const,
      );
      for (const others of cohorts(laws, users - 1)) {
        const p = histogramLaw([laws[0]!, ...others]); // any input may stand for the first, by symmetry
        for (const after of laws.slice(1)) {
          const q = histogramLaw([after, ...others]);
          for (const [epsilon, bound] of bounds) {
            const delta = hockeyStick(p, q, epsilon);
            expect(delta).toBeLessThanOrEqual(bound * (1 + 1e-9) + 1e-15);
            largest = Math.max(largest, delta / bound);
          }
        }
      }
    }
    expect(largest).toBeGreaterThan(0.9); // one user alone, at the least
  });
});

test("no cohort beats the pair, whatever the sets", () => {
  const channels = fc.integer({ min: 3, max: 6 }).chain((reports) =>
    fc.integer({ min: 1, max: reports - 1 }).chain((size) =>
      fc.record({
        reports: fc.constant(reports),
        sets: fc.array(fc.constantFrom(...subsets(reports, size)), { minLength: 3, maxLength: 3 }),
        users: fc.integer({ min: 1, max: 4 }),
        share: fc.double({ min: 0, max: 0.95, noNaN: true }).map((share) => (share < 1e-9 ? 0 : share)),
      }),
    ),
  );
  fc.assert(
    fc.property(channels, ({ reports, sets, users, share }) => {
      const mass = sets[0]!.length / reports;
      const meets = sets.flatMap((a, i) =>
        sets.slice(i + 1).map((b) => a.filter((report) => b.includes(report)).length / reports),
      );
      const { event, laws } = uniformOver(sets, reports, {
        mass,
        overlap: Math.min(mass, ...meets),
      });
      const bound = shuffled(event, users).deltaAtEpsilon(share * EPSILON).upper;
      for (const others of cohorts(laws, users - 1)) {
        const [p, q] = [histogramLaw([laws[0]!, ...others]), histogramLaw([laws[1]!, ...others])];
        expect(hockeyStick(p, q, share * EPSILON)).toBeLessThanOrEqual(bound * (1 + 1e-9) + 1e-15);
      }
    }),
    { numRuns: 60, seed: 14 },
  );
});

describe("the pair against its own definition", () => {
  /** Reports in the first set alone, the second alone, both, neither, and revealed ones. */
  function laws({ epsilon, mass, overlap = 0 }: SubsetResponseEvent): Law[] {
    const levels = Math.exp(epsilon);
    const floor = 1 / (1 + mass * (levels - 1));
    const meet = Math.max(overlap, 2 * mass - 1);
    const own = floor * (mass - meet);
    const neither = floor * (1 - 2 * mass + meet);
    return [
      [levels * own, own, levels * floor * meet, neither, 0],
      [own, levels * own, levels * floor * meet, neither, 0],
      [own, own, floor * meet, neither, 1 - floor],
    ];
  }

  test.each([
    [{ epsilon: 1, mass: 0.3 }, 5],
    [{ epsilon: 2, mass: 0.5, overlap: 0.25 }, 6],
    [{ epsilon: 0.4, mass: 0.35, overlap: 0.1 }, 5],
    [{ epsilon: 5, mass: 0.05, overlap: 0.01 }, 5],
    [{ epsilon: 1.5, mass: 0.7 }, 6],
    [{ epsilon: 1, mass: 0.7, overlap: 0.6 }, 4],
    [{ epsilon: 3, mass: 1e-3, overlap: 5e-4 }, 4],
  ])("%j, %i users", (shape, users) => {
    const event = subsetResponse(shape);
    const [before, after, other] = laws(event) as [Law, Law, Law];
    const others = Array(users - 1).fill(other);
    const [p, q] = [histogramLaw([before, ...others]), histogramLaw([after, ...others])];
    const loss = shuffled(event, users);
    for (const share of [0, 0.1, 0.4, 0.8]) {
      const epsilon = share * shape.epsilon;
      const exact = hockeyStick(p, q, epsilon);
      const { lower, upper } = loss.deltaAtEpsilon(epsilon, { relativeWidth: 1e-3 });
      expect(lower).toBeLessThanOrEqual(exact * (1 + 1e-9));
      expect(upper).toBeGreaterThanOrEqual(exact * (1 - 1e-9));
      expect(upper).toBeLessThan(exact * 1.01);
    }
  });
});

test("sets of all the mass tell nothing", () => {
  const of = subsetResponse({ epsilon: 0.02, mass: 1, overlap: 0.84 });
  const asked = { adjacency: "replace-one", method: "blanket" } as const;
  for (const delta of [1e-3, 1e-20, 1e-100]) {
    const { upper } = guarantees({ kind: "shuffle", users: 3, of }, { ...asked, delta }).guarantees[0]!
      .epsilon;
    expect(upper).toBe(0);
  }
});
