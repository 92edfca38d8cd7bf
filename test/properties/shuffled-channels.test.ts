/**
 * Randomizers given by their matrix: no data beat the blanket, whose bound is the expectation written out;
 * every output of a few users.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  deltas,
  discreteChannel,
  guarantees,
  pld,
  shuffle,
  subsetResponse,
  theorems,
} from "../../src/accounting/index.js";
import { responseShape } from "../../src/accounting/rounds/response-shape.js";
import { channelProfile } from "../../src/accounting/shuffle/blanket/channels/channel-profile.js";
import {
  shuffledChannel,
  shuffledPairs,
} from "../../src/accounting/shuffle/blanket/channels/shuffled-channel.js";
import { subsetPair } from "../../src/accounting/shuffle/blanket/channels/subset-pair.js";
import { shuffledResponsePair } from "../../src/accounting/shuffle/clones/response-law/shuffled-response-pair.js";
import { profilePair } from "../../src/pld/pairs/profile-pair.js";
import { PrivacyLossDistribution } from "../../src/pld/privacy-loss-distribution.js";
import type { Guarantee } from "../../src/privacy/index.js";
import { shortAndLong } from "../short-and-long.js";
import { histogramLaw, hockeyStick, type Law, normalized } from "./shuffled-law.js";

/** Channels of two to four inputs and reports, some of which may be impossible. */
const channels = fc
  .record({ inputs: fc.integer({ min: 2, max: 4 }), reports: fc.integer({ min: 2, max: 4 }) })
  .chain(({ inputs, reports }) => {
    const entry = fc.oneof(
      { arbitrary: fc.double({ min: 0.02, max: 1, noNaN: true }), weight: 6 },
      { arbitrary: fc.constantFrom(0, 1e-9, 1e-3), weight: 1 },
    );
    const row = fc
      .array(entry, { minLength: reports, maxLength: reports })
      .filter((masses) => masses.some((mass) => mass > 0.01))
      .map(normalized);
    return fc.array(row, { minLength: inputs, maxLength: inputs });
  });
const shares = fc.double({ min: 0, max: 1.2, noNaN: true });

function cohorts(rows: readonly Law[], size: number): Law[][] {
  if (size === 0) return [[]];
  return rows.flatMap((row, i) => cohorts(rows.slice(i), size - 1).map((rest) => [row, ...rest]));
}

/** The largest delta over all cohorts and neighbours. */
function worstDelta(matrix: readonly Law[], users: number, epsilon: number): number {
  let worst = 0;
  for (const others of cohorts(matrix, users - 1)) {
    const shuffled = matrix.map((row) => histogramLaw([row, ...others]));
    for (const p of shuffled) for (const q of shuffled) worst = Math.max(worst, hockeyStick(p, q, epsilon));
  }
  return worst;
}

/** The blanket's bound by its definition: reports of the blanket, or else revealed ones. */
function blanketDelta(matrix: readonly Law[], users: number, epsilon: number): number {
  const blanket = matrix[0]!.map((_, report) => Math.min(...matrix.map((row) => row[report]!)));
  const revealed = 1 - blanket.reduce((sum, mass) => sum + mass, 0);
  const others: Law[] = Array(users - 1).fill([...blanket, Math.max(0, revealed)]);
  const shuffled = matrix.map((row) => histogramLaw([[...row, 0], ...others]));
  return Math.max(...shuffled.flatMap((p) => shuffled.map((q) => hockeyStick(p, q, epsilon))));
}

test("no cohort of up to four users beats the bound", () => {
  fc.assert(
    fc.property(channels, fc.integer({ min: 1, max: 4 }), shares, (matrix, users, epsilon) => {
      const bound = shuffledChannel(matrix, users).deltaAt(epsilon);
      expect(worstDelta(matrix, users, epsilon)).toBeLessThanOrEqual(bound * (1 + 1e-12));
    }),
    { numRuns: 150, seed: 9 },
  );
});

test("the bound is the blanket's, up to the lattice", () => {
  fc.assert(
    fc.property(channels, fc.integer({ min: 1, max: 4 }), shares, (matrix, users, epsilon) => {
      const bound = shuffledChannel(matrix, users).deltaAt(epsilon);
      const exact = blanketDelta(matrix, users, epsilon);
      expect(bound).toBeGreaterThanOrEqual(exact * (1 - 1e-12));
      expect(bound).toBeLessThanOrEqual(exact * 1.06 + 2e-3);
    }),
    { numRuns: 150, seed: 10 },
  );
});

/** k-ary randomized response. */
const matrixOf = (categories: number, localEpsilon: number): Law[] =>
  Array.from({ length: categories }, (_, x) =>
    normalized(Array.from({ length: categories }, (_, y) => (x === y ? Math.exp(localEpsilon) : 1))),
  );

describe("k-ary randomized response by its matrix", () => {
  test.each([
    [3, 1, 50, 1e-4, 1.002],
    [4, 2, 1000, 1e-6, 1.002],
    [10, 2, 100_000, 1e-8, 1.002],
    [4, 1, 100_000, 1e-60, 1.004],
    [4, 1, 4_000_000, 1e-8, 1.002],
    [32, 10, 1_000_000, 1e-10, 1.002],
    [3, 2, 1_000_000_000, 1e-9, 1.002],
  ])("%i answers, epsilon %d, %i users, delta %d", (categories, localEpsilon, users, delta, room) => {
    const exact = theorems.blanketRandomizedResponseEpsilon({ categories, localEpsilon, users, delta });
    const matrix = matrixOf(categories, localEpsilon);
    const event = shuffle({ users, of: discreteChannel({ matrix }) });
    const query = { adjacency: "replace-one", delta, method: "blanket" } as const;
    const [figure] = guarantees(event, query).guarantees;
    expect(figure!.epsilon.upper).toBeGreaterThanOrEqual(exact.lower);
    expect(figure!.epsilon.upper).toBeLessThan(room * exact.upper);
  });

  test("composed over sampled rounds, a little above the exact pair", () => {
    const [users, sampled, rounds] = [6000, 1500, 60];
    const exact = pld
      .shuffledResponsePrivacyLoss({ users, sampled, categories: 4, localEpsilon: 2 })
      .compose(rounds)
      .epsilonAtDelta(1e-5);
    const matrix = matrixOf(4, 2);
    const bands = [{ reports: sampled, samplingRate: sampled / users, weight: 1, leastWeight: 1 }];
    const points = channelProfile({
      report: { ...discreteChannel({ matrix }), epsilon: 2 },
      bands,
      leastDelta: 1e-12,
    });
    const { upper } = PrivacyLossDistribution.of(profilePair(points)).compose(rounds).epsilonAtDelta(1e-5);
    expect(upper).toBeGreaterThanOrEqual(exact.lower);
    expect(upper).toBeLessThan(1.01 * exact.upper);
  });
});

test("numbers of reports that vary: the mean of what holds given them", () => {
  const matrix = matrixOf(3, 1);
  const profileOf = (...bands: (readonly [number, number, number])[]) =>
    channelProfile({
      report: { ...discreteChannel({ matrix }), epsilon: 1 },
      bands: bands.map(([reports, samplingRate, weight]) => ({
        reports,
        samplingRate,
        weight,
        leastWeight: weight,
      })),
      leastDelta: 1e-9,
    });
  const mixed = PrivacyLossDistribution.of(profilePair(profileOf([50, 0.1, 0.3], [90, 0.2, 0.7])));
  const few = PrivacyLossDistribution.of(profilePair(profileOf([50, 0.1, 1])));
  const many = PrivacyLossDistribution.of(profilePair(profileOf([90, 0.2, 1])));
  for (const epsilon of [0, 0.01, 0.05, 0.1]) {
    const [both, first, second] = [mixed, few, many].map((loss) => loss.deltaAtEpsilon(epsilon).upper);
    const mean = 0.3 * first! + 0.7 * second!;
    expect(both! / mean).toBeGreaterThan(0.98);
    expect(both! / mean).toBeLessThan(1.02);
  }
});

test("covers two rounds of the worst cohorts of three users", () => {
  const matrix: Law[] = [
    [0.6, 0.3, 0.1],
    [0.2, 0.5, 0.3],
    [0.1, 0.2, 0.7],
  ];
  const points = channelProfile({
    report: { ...discreteChannel({ matrix }), epsilon: Math.log(7) },
    bands: [{ reports: 3, samplingRate: 1, weight: 1, leastWeight: 1 }],
    leastDelta: 1e-9,
  });
  const promised = PrivacyLossDistribution.of(profilePair(points)).compose(2);
  for (const others of cohorts(matrix, 2)) {
    for (const [p, q] of [
      [0, 2],
      [2, 0],
      [0, 1],
      [1, 2],
    ] as const) {
      const laws = [p, q].map((row) => histogramLaw([matrix[row]!, ...others]));
      const keys = [...laws[0]!.keys()];
      const [massP, massQ] = laws.map((law) => keys.map((key) => law.get(key) ?? 0));
      const actual = pld.discretePrivacyLoss({ massP: massP!, massQ: massQ! }).compose(2);
      for (const epsilon of [0, 0.3, 1, 2]) {
        const { lower } = actual.deltaAtEpsilon(epsilon);
        expect(promised.deltaAtEpsilon(epsilon).upper).toBeGreaterThanOrEqual(lower);
      }
    }
  }
});

test("a report that is possible for one input alone is revealed", () => {
  const matrix = [
    [0.7, 0.29, 0.01],
    [0.7, 0.3, 0],
  ];
  const event = shuffle({ users: 1000, of: discreteChannel({ matrix }) });
  const at = (delta: number) => guarantees(event, { adjacency: "replace-one", delta });
  const { guarantees: none, notApplicable } = at(0.005);
  expect(none.filter(({ side }) => side === "upper")).toEqual([]);
  expect(notApplicable.find(({ method }) => method === "clones-2023")!.reason).toContain("unbounded");
  const some = at(0.011).guarantees.filter(({ side, status }) => side === "upper" && status === "proven");
  expect(some.map(({ method }) => method).sort()).toEqual(["blanket", "clones-2023-pld"]);
  for (const { epsilon } of some) expect(epsilon.upper).toBeLessThan(0.3);
});

test("the truth is not hidden by other truths", () => {
  const truth = discreteChannel({
    matrix: [
      [1, 0],
      [0, 1],
    ],
  });
  const query = { adjacency: "replace-one", delta: 1 - 1e-9 } as const;
  const { guarantees: found } = guarantees(shuffle({ users: 100, of: truth }), query);
  expect(found.filter(({ side }) => side === "upper")).toEqual([]);
});

for (const [cases, options] of shortAndLong(
  [
    { mass: 0.4, overlap: 0.1 },
    { mass: 0.76, overlap: 0.271 },
    { mass: 0.99, overlap: 0 },
  ],
  (_, place) => place === 0,
)) {
  test.each(cases)(
    "sets that meet ($mass in $overlap): the bound of the four values is the pair's",
    options,
    (sets) => {
      const shape = responseShape(subsetResponse({ epsilon: 2, ...sets }), 1e6);
      for (const users of [1, 4, 60, 5000, 100_000]) {
        const channel = shuffledPairs([subsetPair(shape, users)], users);
        const pair = shuffledResponsePair({ ...shape, reports: users, samplingRate: 1 });
        const loss = PrivacyLossDistribution.of(pair);
        for (const deviations of [0, 1, 4]) {
          const epsilon = Math.min(1.9, deviations * channel.deviation);
          const { lower, upper } = loss.deltaAtEpsilon(epsilon);
          const bound = channel.deltaAt(epsilon);
          expect(bound).toBeGreaterThanOrEqual(lower);
          expect(bound).toBeLessThan(1.03 * upper + (users < 60 ? 2e-3 : 0));
        }
      }
    },
  );
}

test.each([0.51, 0.76, 0.999, 1 - 1e-9, 1 - 1e-12, 1 - 1e-13, 1 - 2 ** -51, 1 - 2 ** -53])(
  "one report about sets of mass %d that meet no more than they must: delta by hand",
  (mass) => {
    const localEpsilon = 0.361;
    const event = shuffle({ users: 1, of: subsetResponse({ epsilon: localEpsilon, mass }) });
    const total = 1 + Math.expm1(localEpsilon) * mass;
    for (const epsilon of [0, 0.1, 0.36]) {
      // Reports in the one set alone, all that is outside of the other one.
      const truth = ((1 - mass) * (Math.exp(localEpsilon) - Math.exp(epsilon))) / total;
      const { guarantees: found } = deltas(event, { adjacency: "replace-one", epsilon });
      const of = new Map(found.map((claim) => [claim.method, claim.delta.upper]));
      for (const [method, cut] of [
        ["blanket", 2e-15],
        ["clones-2023-pld", 2e-12],
      ] as const) {
        expect(of.get(method), `${method} at ${epsilon}`).toBeGreaterThanOrEqual(truth * (1 - 1e-12));
        expect(of.get(method), `${method} at ${epsilon}`).toBeLessThan(1.001 * truth + cut);
      }
    }
  },
);

test("what is outside of sets of nearly all mass is not rounded to less", () => {
  for (let gap = 2 ** -53; gap < 0.1; gap *= 3) {
    const { ownShare, categories } = responseShape(subsetResponse({ epsilon: 1, mass: 1 - gap }), 1e6);
    expect(ownShare).toBeGreaterThanOrEqual(gap / (1 - gap));
    expect(ownShare).toBeLessThan((gap / (1 - gap)) * (1 + 1e-14));
    expect(categories).toBeGreaterThanOrEqual(1 + ownShare);
  }
});

test("one report by itself spends the largest log-ratio of two inputs", () => {
  const matrix = [
    [0.5, 0.3, 0.2],
    [0.2, 0.5, 0.3],
    [0.1, 0.1, 0.8],
  ];
  const query = { adjacency: "replace-one", delta: 1e-100, method: "strong-composition" } as const;
  const [{ epsilon }] = guarantees(discreteChannel({ matrix }), query).guarantees as [Guarantee];
  expect(epsilon.upper).toBeGreaterThanOrEqual(Math.log(5));
  expect(epsilon.upper).toBeCloseTo(Math.log(5), 9);
});
