import { describe, expect, it } from "vitest";
import { linfRandomizer } from "../../mechanisms/index.js";
import { bernsteinRadius } from "./bernstein-radius.js";
import { type LevelResponse, levelResponse } from "./level-response.js";

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Estimates in [-1, 1] and their chances for one number, by enumerating roundings and reports. */
function lawAt({ response: randomizer }: LevelResponse, x: number): { estimate: number; chance: number }[] {
  const last = randomizer.reportCount - 1;
  const position = ((x + 1) / 2) * last;
  const below = Math.min(last - 1, Math.floor(position));
  return range(last + 1).map((report) => ({
    estimate:
      (2 * randomizer.decodeHistogram([report]).reduce((sum, count, level) => sum + count * level, 0)) /
        last -
      1,
    chance:
      (1 - position + below) * randomizer.probability(report, below) +
      (position - below) * randomizer.probability(report, below + 1),
  }));
}

const mean = (law: { estimate: number; chance: number }[], of: (estimate: number) => number): number =>
  law.reduce((sum, { estimate, chance }) => sum + chance * of(estimate), 0);

describe.each([0.4, 1.9, 3.3, 6])("levels at ε = %d", (epsilon) => {
  const response = levelResponse(epsilon);
  const numbers = range(401).map((step) => -1 + step / 200);

  it("are unbiased at every number", () => {
    for (const x of numbers) expect(mean(lawAt(response, x), (estimate) => estimate)).toBeCloseTo(x, 10);
  });

  it("have the stated worst variance and reach, nowhere more", () => {
    const laws = numbers.map((x) => ({ x, law: lawAt(response, x) }));
    const variances = laws.map(({ x, law }) => mean(law, (estimate) => (estimate - x) ** 2));
    expect(Math.max(...variances)).toBeLessThanOrEqual(response.worstVariance * (1 + 1e-12));
    expect(Math.max(...variances)).toBeGreaterThan(response.worstVariance * 0.999);
    const errors = laws.flatMap(({ x, law }) => law.map(({ estimate }) => Math.abs(estimate - x)));
    expect(Math.max(...errors)).toBeCloseTo(response.worstError, 10);
  });

  it("are no worse than the classical one-bit report", () => {
    const oneBit = linfRandomizer({ localEpsilon: epsilon, dimension: 1, bound: 1 }).worstVariance;
    expect(response.worstVariance).toBeLessThanOrEqual(oneBit * (1 + 1e-12));
    if (epsilon === 0.4) expect(response.worstVariance / oneBit).toBeCloseTo(1, 12);
    if (epsilon === 6) expect(response.worstVariance).toBeLessThan(oneBit / 10);
  });
});

/**
 * The exact chance that the mean of `users` reports on x strays further than `radius`: the sum's lattice law,
 * one user at a time.
 */
function strayChance(response: LevelResponse, x: number, users: number, radius: number): number {
  const law = lawAt(response, x);
  const sums = range(users).reduce(
    (before) =>
      range(before.length + law.length - 1).map((total) =>
        law.reduce((sum, { chance }, report) => sum + chance * (before[total - report] ?? 0), 0),
      ),
    [1],
  );
  const step = law[1]!.estimate - law[0]!.estimate;
  const errorOf = (total: number): number => law[0]!.estimate + (step * total) / users - x;
  return sums.reduce((sum, mass, total) => (Math.abs(errorOf(total)) > radius ? sum + mass : sum), 0);
}

describe("bernsteinRadius", () => {
  const cases = [0.4, 3.3].flatMap((epsilon) => [0, 0.6, 1].map((x) => ({ epsilon, x })));

  it.each(cases)(
    "covers exactly counted reports at ε = $epsilon, x = $x; a third of it does not",
    ({ epsilon, x }) => {
      const response = levelResponse(epsilon);
      for (const users of [3, 40]) {
        const radius = bernsteinRadius(
          { users, variance: response.worstVariance, reach: response.worstError },
          0.05,
        );
        expect(strayChance(response, x, users, radius)).toBeLessThanOrEqual(0.05);
        if (users === 40) expect(strayChance(response, x, users, radius / 3)).toBeGreaterThan(0.05);
      }
    },
  );
});
