import { expect, it } from "vitest";
import { type CountLaw, coinSumTails, lawOf } from "./coin-sum-tails.js";
import { holdersInterval } from "./holders-interval.js";

/** The law of a sum of independent coins, one coin at a time. */
function lawOfCoins(chances: readonly number[]): number[] {
  return chances.reduce(
    (law, chance) =>
      law.concat(0).map((mass, count) => mass * (1 - chance) + (count > 0 ? law[count - 1]! * chance : 0)),
    [1],
  );
}

const coins = (
  users: number,
  holders: number,
  lieProbability: number,
  falsePositiveProbability: number,
): number[] =>
  Array.from({ length: users }, (_, user) =>
    user < holders ? 1 - lieProbability : falsePositiveProbability,
  );

const CASES = [
  { users: 1, lieProbability: 0.3, falsePositiveProbability: 0.3 },
  { users: 23, lieProbability: 0.41, falsePositiveProbability: 0.17 },
  { users: 60, lieProbability: 0.05, falsePositiveProbability: 0.0125 },
  { users: 60, lieProbability: 0.45, falsePositiveProbability: 0.45 },
  { users: 40, lieProbability: 2e-9, falsePositiveProbability: 1e-9 },
];

it.each(CASES)(
  "tails of the sum match coin by coin convolution: $users users, lie $lieProbability",
  (one) => {
    const { users, lieProbability, falsePositiveProbability } = one;
    for (const holders of new Set([0, 1, users >> 1, users])) {
      const law = lawOfCoins(coins(users, holders, lieProbability, falsePositiveProbability));
      for (let count = 0; count <= users; count++) {
        const tails = coinSumTails(
          count,
          { trials: holders, probability: 1 - lieProbability, complement: lieProbability },
          {
            trials: users - holders,
            probability: falsePositiveProbability,
            complement: 1 - falsePositiveProbability,
          },
        );
        const atMost = law.slice(0, count + 1).reduce((sum, mass) => sum + mass, 0);
        const atLeast = law.slice(count).reduce((sum, mass) => sum + mass, 0);
        expect(tails.atMost).toBeGreaterThanOrEqual(atMost - 1e-15);
        expect(tails.atLeast).toBeGreaterThanOrEqual(atLeast - 1e-15);
        expect(tails.atMost - atMost).toBeLessThan(1e-12);
        expect(tails.atLeast - atLeast).toBeLessThan(1e-12);
      }
    }
  },
);

/**
 * The least chance over all cohorts, exactly, that the interval made for `claimed` coins holds the true
 * number.
 */
function worstCoverage(truth: (typeof CASES)[number], claimed: typeof truth, error: number): number {
  const intervals = Array.from({ length: truth.users + 1 }, (_, count) =>
    holdersInterval({ ...claimed, count }, error),
  );
  const coverages = intervals.map((_, holders) => {
    const law = lawOfCoins(coins(truth.users, holders, truth.lieProbability, truth.falsePositiveProbability));
    return law.reduce(
      (sum, mass, count) =>
        intervals[count]!.lower <= holders && holders <= intervals[count]!.upper ? sum + mass : sum,
      0,
    );
  });
  return Math.min(...coverages);
}

it.each(CASES)("covers every cohort of $users users, lie $lieProbability, exactly counted", (one) => {
  for (const error of [0.05, 0.2]) {
    expect(worstCoverage(one, one, error)).toBeGreaterThanOrEqual(1 - error - 1e-12);
  }
});

it("the exact coverage notices wrong coins and half the interval's error", () => {
  const one = { users: 60, lieProbability: 0.41, falsePositiveProbability: 0.17 };
  expect(worstCoverage(one, one, 0.1)).toBeLessThan(0.95);
  expect(
    worstCoverage(one, { ...one, lieProbability: 0.36, falsePositiveProbability: 0.14 }, 0.05),
  ).toBeLessThan(0.95);
});

it("finds the interval of a million users, near the normal law's", () => {
  const [users, holders, lieProbability, falsePositiveProbability] = [1_000_000, 300_000, 0.4, 0.1];
  const count = holders * (1 - lieProbability) + (users - holders) * falsePositiveProbability;
  const { lower, upper } = holdersInterval({ users, count, lieProbability, falsePositiveProbability }, 0.05);
  const deviation =
    Math.sqrt(
      holders * lieProbability * (1 - lieProbability) +
        (users - holders) * falsePositiveProbability * (1 - falsePositiveProbability),
    ) /
    (1 - lieProbability - falsePositiveProbability);
  expect((upper - holders) / deviation).toBeCloseTo(1.96, 1);
  expect((holders - lower) / deviation).toBeCloseTo(1.96, 1);
});

it("covers every cohort beside dummies, and not where they are forgotten", () => {
  const [users, reports, probability, error] = [20, 30, 0.25, 0.1];
  const rates = { users, lieProbability: 0.3, falsePositiveProbability: 0.2 };
  const coverage = (dummies: CountLaw | undefined): number => {
    const intervals = Array.from({ length: users + reports + 1 }, (_, count) =>
      holdersInterval(
        { ...rates, count: dummies ? count : Math.min(count, users), ...(dummies && { dummies }) },
        error,
      ),
    );
    const covered = Array.from({ length: users + 1 }, (_, holders) => {
      const chances = [...coins(users, holders, 0.3, 0.2), ...new Array<number>(reports).fill(probability)];
      return lawOfCoins(chances).reduce((sum, mass, count) => {
        const { lower, upper } = intervals[count]!;
        return lower <= holders && holders <= upper ? sum + mass : sum;
      }, 0);
    });
    return Math.min(...covered);
  };
  const covered = coverage(lawOf({ trials: reports, probability, complement: 1 - probability }));
  expect(covered).toBeGreaterThanOrEqual(1 - error - 1e-12);
  expect(covered).toBeLessThan(0.99);
  expect(coverage(undefined)).toBeLessThan(0.1);
});
