import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { clonesPrivacyLoss, discretePrivacyLoss, shuffledResponsePrivacyLoss } from "../../pld.js";
import { blanketRandomizedResponseEpsilon } from "../../theorems/blanket-randomized-response.js";

const { cases } = JSON.parse(
  readFileSync(new URL("../../../../test/vectors/pld/clones-peers.json", import.meta.url), "utf8"),
) as { cases: { users: number; localEpsilon: number; delta: number; epsilon: number }[] };

describe("clones", () => {
  it.each(cases)("meets an independent program's upper figure: %o", ({ delta, epsilon, ...pair }) => {
    const { lower, upper } = clonesPrivacyLoss(pair).epsilonAtDelta(delta);
    expect(lower).toBeLessThan(epsilon);
    expect(upper).toBeGreaterThan(epsilon * (1 - 2e-4));
    expect(upper / lower).toBeLessThan(1.001);
  });

  it.each([
    [2, 1_000_000, 1000, 100_000, 1e-8, 0.1522, 1.04],
    [2, 60_000, 2000, 6000, 1e-5, 0.6671, 5.8],
    [1.5, 60_000, 10_000, 1200, 1e-5, 0.4242, 2.91],
  ])(
    "composes sampled rounds: eps0 = %d, n = %d, k = %d",
    (localEpsilon, users, sampled, rounds, delta, figure, gdd21) => {
      const { lower, upper } = clonesPrivacyLoss({ localEpsilon, users, sampled })
        .compose(rounds)
        .epsilonAtDelta(delta);
      expect(lower).toBeLessThan(figure);
      expect(upper).toBeGreaterThan(figure * 0.9995);
      expect(upper / lower).toBeLessThan(1.001);
      expect(upper).toBeLessThan(gdd21);
    },
  );

  it("covers a sampled cohort of third records, which the larger of the two sampled pairs does not", {
    tags: ["slow"],
  }, () => {
    // One of 20 users reports by 3-ary response; the others hold a third category.
    const [samplingRate, truthProbability, lieProbability] = [
      1 / 20,
      Math.E ** 2 / (Math.E ** 2 + 2),
      1 / (Math.E ** 2 + 2),
    ];
    const sampled = (law: number[]) =>
      law.map(
        (mass, i) =>
          samplingRate * mass + (1 - samplingRate) * [lieProbability, lieProbability, truthProbability][i]!,
      );
    const actual = discretePrivacyLoss({
      massP: sampled([truthProbability, lieProbability, lieProbability]),
      massQ: sampled([lieProbability, truthProbability, lieProbability]),
    });
    const half = 1 / (Math.E ** 2 + 1);
    const removal = discretePrivacyLoss({
      massP: [half + samplingRate * (1 - 2 * half), 1 - half - samplingRate * (1 - 2 * half)],
      massQ: [half, 1 - half],
    });
    const rounds = 200;
    const real = actual.compose(rounds).epsilonAtDelta(1e-5);
    expect(real.lower).toBeGreaterThan(removal.compose(rounds).epsilonAtDelta(1e-5).upper);
    const promised = clonesPrivacyLoss({ localEpsilon: 2, users: 20, sampled: 1 })
      .compose(rounds)
      .epsilonAtDelta(1e-5);
    expect(promised.upper).toBeGreaterThan(real.lower);
  });

  it.each([
    [5, 1000, 1_000_000, 1e-9],
    [1, 50, 10_000_000, 1e-8],
    [10, 300, 30_000_000, 1e-10],
    [2, 10, 60_000, 1e-6],
  ])(
    "brackets the blanket's sum: eps0 = %d, %i categories, %i users, delta %d",
    { tags: ["slow"] },
    (localEpsilon, categories, users, delta) => {
      const round = { localEpsilon, categories, users };
      const blanket = blanketRandomizedResponseEpsilon({ ...round, delta });
      const { lower, upper } = shuffledResponsePrivacyLoss(round).epsilonAtDelta(delta);
      expect(lower).toBeLessThanOrEqual(blanket.upper);
      expect(upper).toBeGreaterThanOrEqual(blanket.lower);
      expect(upper / lower).toBeLessThan(1.001);
    },
  );

  it("gives local epsilon itself to one user, nothing at local epsilon 0, and less with more categories to hide among", () => {
    expect(clonesPrivacyLoss({ users: 1, localEpsilon: 1.5 }).epsilonAtDelta(1e-9).upper).toBeCloseTo(1.5, 6);
    expect(clonesPrivacyLoss({ users: 10, localEpsilon: 0 }).epsilonAtDelta(1e-5).upper).toBe(0);
    const ten = shuffledResponsePrivacyLoss({
      users: 1000,
      localEpsilon: 0.5,
      categories: 10,
    }).epsilonAtDelta(1e-4, { relativeWidth: 2e-4 });
    expect(ten.upper).toBeLessThan(0.01686);
    expect(ten.lower).toBeGreaterThan(0.01685);
  });
});
