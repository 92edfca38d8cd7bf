import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { discretePrivacyLoss, laplacePrivacyLoss, poissonGaussianPrivacyLoss } from "../accounting/pld.js";

it("finds epsilon between losses where delta is a rare one's mass to the last digit", () => {
  const rare = 1e-3;
  const loss = discretePrivacyLoss({
    massP: [0.1, rare, 0.899],
    massQ: [0.1 * Math.exp(-1), rare * Math.exp(-45), 0.9632120558828557],
  });
  const { lower, upper } = loss.epsilonAtDelta(rare * Math.exp(2e-10));
  expect(lower).toBeLessThanOrEqual(1);
  expect(upper).toBeGreaterThan(1 - 1e-9);
});

it.each([100, 2142, 1e6])("knows that of %d rounds some loss is infinite", (rounds) => {
  const loss = discretePrivacyLoss({ massP: [0.3, 0.35, 0.35], massQ: [0, 0.2, 0.8] }).compose(rounds);
  const truth = 1 - 0.7 ** rounds;
  const { lower, upper } = loss.deltaAtEpsilon(0.1);
  expect(lower).toBeLessThanOrEqual(truth);
  expect(lower).toBeGreaterThan(truth - 1e-3);
  expect(upper).toBeGreaterThanOrEqual(truth);
  expect(loss.epsilonAtDelta(0.5)).toEqual({ lower: Infinity, estimate: Infinity, upper: Infinity });
});

it.each([1e-60, 1e-100])("knows losses of hundreds of nats: %d", (rare) => {
  const loss = discretePrivacyLoss({ massP: [rare, 1], massQ: [0.9, 1 - 0.9] });
  const { lower, upper } = loss.deltaAtEpsilon(3);
  expect(lower).toBeLessThanOrEqual(0.9);
  expect(upper).toBeGreaterThanOrEqual(0.9);
  const half = Math.log(0.9 - 0.5) - Math.log(rare); // the other direction: 0.9 - e^epsilon rare = 0.5
  const epsilon = loss.epsilonAtDelta(0.5);
  expect(epsilon.lower).toBeLessThanOrEqual(half * (1 + 1e-12));
  expect(epsilon.upper).toBeGreaterThanOrEqual(half * (1 - 1e-12));
});

it.each([0.05, 0.02])("encloses one release of Laplace noise of scale %d", (laplaceScale) => {
  const { lower, upper } = laplacePrivacyLoss({ laplaceScale }).deltaAtEpsilon(1 / laplaceScale - 2);
  const exact = -Math.expm1(-1); // 1 - e^((epsilon - 1 / scale) / 2)
  expect(lower).toBeLessThanOrEqual(exact);
  expect(upper).toBeGreaterThanOrEqual(exact);
});

/** Evenly spread, which doubles are not. */
const hundredths = (min: number, max: number) =>
  fc.integer({ min: 100 * min, max: 100 * max }).map((integer) => integer / 100);

/** Every way of `rounds` outcomes: its mass under P and its loss. */
function composed(
  massP: readonly number[],
  losses: readonly number[],
  rounds: number,
): { mass: number; loss: number }[] {
  let all = [{ mass: 1, loss: 0 }];
  for (let round = 0; round < rounds; round++) {
    all = all.flatMap(({ mass, loss }) => massP.map((p, i) => ({ mass: mass * p, loss: loss + losses[i]! })));
  }
  return all;
}

it("encloses sums over all ways of a few rounds with rare large losses", { tags: ["slow", "long"] }, () => {
  fc.assert(
    fc.property(
      hundredths(1, 40),
      hundredths(-25, -1),
      hundredths(0.01, 2),
      fc.integer({ min: 2, max: 5 }),
      hundredths(0, 1),
      (rareLoss, logRare, smallLoss, rounds, share) => {
        const rare = 10 ** logRare;
        const massP = [rare, (1 - rare) / 2, (1 - rare) / 2];
        const kept = [rare * Math.exp(-rareLoss), massP[1]! * Math.exp(-smallLoss)];
        const massQ = [...kept, 1 - kept[0]! - kept[1]!];
        const losses = massP.map((p, i) => Math.log(p / massQ[i]!));
        const ways = composed(massP, losses, rounds);
        const epsilon = share * rounds * rareLoss;
        const deltaOf = (sign: 1 | -1): number =>
          ways.reduce((sum, { mass, loss }) => {
            const weight = sign === 1 ? mass : mass * Math.exp(-loss);
            return sum + (sign * loss > epsilon ? weight * -Math.expm1(epsilon - sign * loss) : 0);
          }, 0);
        const exact = Math.max(deltaOf(1), deltaOf(-1));
        const { lower, upper } = discretePrivacyLoss({ massP, massQ })
          .compose(rounds)
          .deltaAtEpsilon(epsilon);
        expect(lower).toBeLessThanOrEqual(exact * (1 + 1e-10) + 1e-300);
        expect(upper).toBeGreaterThanOrEqual(exact * (1 - 1e-10));
      },
    ),
    { numRuns: 200 },
  );
});

describe("rare sampling: nearly all of the mass at one loss, epsilon by the rest", () => {
  // An independent program: connect the dots on steps of 2e-5 from the smallest loss on, tilted FFT.
  test.each([
    [1e-4, 0.4, 10_000, 1e-5, 4.088537],
    [1.6e-4, 0.331, 242, 2.6e-10, 12.798047],
    [1.1e-4, 1.106, 2, 8.3e-10, 0.006504217],
  ])(
    "rate %d, noise multiplier %d, %d rounds, delta %d",
    { tags: ["slow"] },
    (samplingRate, noiseMultiplier, rounds, delta, known) => {
      const loss = poissonGaussianPrivacyLoss({ samplingRate, noiseMultiplier }).compose(rounds);
      const epsilon = loss.epsilonAtDelta(delta);
      expect(epsilon.lower).toBeGreaterThan(known * (1 - 2e-3));
      expect(epsilon.lower).toBeLessThan(known * (1 + 1e-6));
      expect(epsilon.upper).toBeGreaterThan(known * (1 - 1e-6));
      expect(epsilon.upper).toBeLessThan(known * (1 + 2e-3));
      const found = loss.deltaAtEpsilon(epsilon.upper);
      expect(found.lower).toBeGreaterThan(0.95 * delta);
      expect(found.lower).toBeLessThanOrEqual(delta);
      expect(found.upper).toBeLessThan(1.03 * delta);
    },
  );
});
