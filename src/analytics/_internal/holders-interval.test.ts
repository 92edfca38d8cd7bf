import { expect, it } from "vitest";
import { coinSumTails } from "./coin-sum-tails.js";
import { holdersInterval } from "./holders-interval.js";

/** The law of a sum of independent coins, one coin at a time. */
function lawOfCoins(chances: readonly number[]): number[] {
  return chances.reduce(
    (law, chance) =>
      law.concat(0).map((mass, count) => mass * (1 - chance) + (count > 0 ? law[count - 1]! * chance : 0)),
    [1],
  );
}

const coins = (users: number, holders: number, lie: number, spread: number): number[] =>
  Array.from({ length: users }, (_, user) => (user < holders ? 1 - lie : spread));

const CASES = [
  { users: 1, lie: 0.3, spread: 0.3 },
  { users: 23, lie: 0.41, spread: 0.17 },
  { users: 60, lie: 0.05, spread: 0.0125 },
  { users: 60, lie: 0.45, spread: 0.45 },
  { users: 40, lie: 2e-9, spread: 1e-9 },
];

it.each(CASES)("tails of the sum match coin by coin convolution: $users users, lie $lie", (one) => {
  const { users, lie, spread } = one;
  for (const holders of new Set([0, 1, users >> 1, users])) {
    const law = lawOfCoins(coins(users, holders, lie, spread));
    for (let count = 0; count <= users; count++) {
      const tails = coinSumTails(
        count,
        { trials: holders, probability: 1 - lie, complement: lie },
        { trials: users - holders, probability: spread, complement: 1 - spread },
      );
      const atMost = law.slice(0, count + 1).reduce((sum, mass) => sum + mass, 0);
      const atLeast = law.slice(count).reduce((sum, mass) => sum + mass, 0);
      expect(tails.atMost).toBeGreaterThanOrEqual(atMost - 1e-15);
      expect(tails.atLeast).toBeGreaterThanOrEqual(atLeast - 1e-15);
      expect(tails.atMost - atMost).toBeLessThan(1e-12);
      expect(tails.atLeast - atLeast).toBeLessThan(1e-12);
    }
  }
});

/** The least chance over all cohorts, exactly, that the interval made for `claimed` coins holds the true number. */
function worstCoverage(truth: (typeof CASES)[number], claimed: typeof truth, error: number): number {
  const intervals = Array.from({ length: truth.users + 1 }, (_, count) =>
    holdersInterval({ ...claimed, count }, error),
  );
  const coverages = intervals.map((_, holders) => {
    const law = lawOfCoins(coins(truth.users, holders, truth.lie, truth.spread));
    return law.reduce(
      (sum, mass, count) =>
        intervals[count]!.lower <= holders && holders <= intervals[count]!.upper ? sum + mass : sum,
      0,
    );
  });
  return Math.min(...coverages);
}

it.each(CASES)("covers every cohort of $users users, lie $lie, exactly counted", (one) => {
  for (const error of [0.05, 0.2]) {
    expect(worstCoverage(one, one, error)).toBeGreaterThanOrEqual(1 - error - 1e-12);
  }
});

it("the exact coverage notices wrong coins and half the interval's error", () => {
  const one = { users: 60, lie: 0.41, spread: 0.17 };
  expect(worstCoverage(one, one, 0.1)).toBeLessThan(0.95);
  expect(worstCoverage(one, { ...one, lie: 0.36, spread: 0.14 }, 0.05)).toBeLessThan(0.95);
});

it("finds the interval of a million users, near the normal law's", () => {
  const [users, holders, lie, spread] = [1_000_000, 300_000, 0.4, 0.1];
  const count = holders * (1 - lie) + (users - holders) * spread;
  const { lower, upper } = holdersInterval({ users, count, lie, spread }, 0.05);
  const deviation =
    Math.sqrt(holders * lie * (1 - lie) + (users - holders) * spread * (1 - spread)) / (1 - lie - spread);
  expect((upper - holders) / deviation).toBeCloseTo(1.96, 1);
  expect((holders - lower) / deviation).toBeCloseTo(1.96, 1);
});
