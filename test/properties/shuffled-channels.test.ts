/** Randomizers given by their matrix: no data beat the blanket, whose bound is the expectation written out; every output of a few users. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { discreteChannel, guarantees, pld, shuffle, theorems } from "../../src/accounting/index.js";
import { channelProfile } from "../../src/accounting/pld/channel/channel-profile.js";
import { shuffledChannel } from "../../src/accounting/pld/channel/shuffled-channel.js";
import { profilePair } from "../../src/accounting/pld/pairs/profile-pair.js";
import { PrivacyLossDistribution } from "../../src/accounting/pld/privacy-loss-distribution.js";
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

describe("k-ary randomized response by its matrix", () => {
  const matrixOf = (categories: number, localEpsilon: number): Law[] =>
    Array.from({ length: categories }, (_, x) =>
      normalized(Array.from({ length: categories }, (_, y) => (x === y ? Math.exp(localEpsilon) : 1))),
    );

  test.each([
    [3, 1, 50, 1e-4, 1.002],
    [4, 2, 1000, 1e-6, 1.002],
    [10, 2, 100_000, 1e-8, 1.002],
    [4, 1, 100_000, 1e-60, 1.002],
    [4, 1, 4_000_000, 1e-8, 1.05],
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
    const samplingRate = sampled / users;
    const points = channelProfile({ matrix, epsilon: 2, reports: sampled, samplingRate, leastDelta: 1e-12 });
    const { upper } = PrivacyLossDistribution.of(profilePair(points)).compose(rounds).epsilonAtDelta(1e-5);
    expect(upper).toBeGreaterThanOrEqual(exact.lower);
    expect(upper).toBeLessThan(1.01 * exact.upper);
  });
});

test("covers two rounds of the worst cohorts of three users", () => {
  const matrix: Law[] = [
    [0.6, 0.3, 0.1],
    [0.2, 0.5, 0.3],
    [0.1, 0.2, 0.7],
  ];
  const points = channelProfile({
    matrix,
    epsilon: Math.log(7),
    reports: 3,
    samplingRate: 1,
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
  expect(none).toEqual([]);
  expect(notApplicable.find(({ method }) => method === "clones-2023")!.reason).toContain("unbounded");
  const some = at(0.011).guarantees.filter(({ status }) => status === "proven");
  expect(some.map(({ method }) => method).sort()).toEqual(["blanket", "clones-2023-pld"]);
  for (const { epsilon } of some) expect(epsilon.upper).toBeLessThan(0.3);
});
