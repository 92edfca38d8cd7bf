import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { oneWay } from "../../../../test/fixtures/one-way.js";
import { shortAndLong } from "../../../../test/short-and-long.js";
import { fillNormals, seededSource } from "../../../random/index.js";
import {
  randomAllocationPrivacyLoss,
  shuffleGaussianEpsilon,
  shuffleGaussianPrivacyLoss,
} from "../../pld.js";

const { cases } = JSON.parse(
  readFileSync(new URL("../../../../test/vectors/pld/shuffle-gaussian-fft.json", import.meta.url), "utf8"),
) as {
  cases: {
    users: number;
    noiseMultiplier: number;
    rounds: number;
    delta: number;
    epsRemove: number;
    epsAdd: number;
  }[];
};

/** The reference's own worst relative accuracy. */
const REFERENCE = 4e-4;

describe("shuffle Gaussian", () => {
  for (const [some, options] of shortAndLong(cases, (_, place) => place % 9 > 0, { tags: ["slow"] })) {
    it.each(some)(
      "meets the FFT reference both ways: %o",
      options,
      ({ rounds, delta, epsRemove, epsAdd, ...pair }) => {
        const loss = shuffleGaussianPrivacyLoss(pair).compose(rounds);
        for (const [reverse, reference] of [
          [false, epsRemove],
          [true, epsAdd],
        ] as const) {
          const { lower, upper } = oneWay(loss, reverse).epsilonAtDelta(delta);
          expect(lower).toBeLessThanOrEqual(reference * (1 + REFERENCE));
          expect(upper).toBeGreaterThanOrEqual(reference * (1 - REFERENCE));
          expect((upper - lower) / upper).toBeLessThan(1e-3);
        }
      },
    );
  }

  it("is random allocation with as many steps, and takes the larger direction", () => {
    const shuffled = shuffleGaussianEpsilon({ users: 100, noiseMultiplier: 1, rounds: 1, delta: 1e-6 });
    expect(randomAllocationPrivacyLoss({ steps: 100, noiseMultiplier: 1 }).epsilonAtDelta(1e-6)).toEqual(
      shuffled,
    );
    expect(shuffled.lower).toBeLessThan(0.85799);
    expect(shuffled.upper).toBeGreaterThan(0.85797);
  });

  it("keeps to the doubles where the ratio's variance does not", () => {
    const { lower, upper } = shuffleGaussianEpsilon({
      users: 2,
      noiseMultiplier: 0.05,
      rounds: 10,
      delta: 1e-9,
    });
    expect(lower).toBeGreaterThan(2370);
    expect(upper).toBeLessThan(2373);
  });

  it("meets a simulation's exact confidence interval (empirical Bernstein, false alarm 1e-9), and a wrong noise does not", {
    tags: ["slow"],
  }, () => {
    const [users, noiseMultiplier, epsilon, samples] = [12, 1.25, 0.1, 100_000];
    const { lower, upper } = oneWay(
      shuffleGaussianPrivacyLoss({ users, noiseMultiplier }),
      true,
    ).deltaAtEpsilon(epsilon);
    const interval = simulate({ users, noiseMultiplier, epsilon, samples });
    expect(interval.from).toBeLessThan(upper);
    expect(interval.to).toBeGreaterThan(lower);
    const wrong = simulate({ users, noiseMultiplier: noiseMultiplier * 1.1, epsilon, samples });
    expect(wrong.to).toBeLessThan(lower);
  });
});

/**
 * An interval for delta of Q against P, the mean of (1 - e^epsilon S)_+, which lies in [0, 1].
 *
 * @see Maurer and Pontil, "Empirical Bernstein Bounds and Sample Variance Penalization", COLT 2009, Theorem 4
 */
function simulate(options: { users: number; noiseMultiplier: number; epsilon: number; samples: number }) {
  const { users, noiseMultiplier, epsilon, samples } = options;
  const source = seededSource(20260);
  const noise = new Float64Array(users);
  let [sum, squares] = [0, 0];
  for (let i = 0; i < samples; i++) {
    fillNormals(source, noise, 1 / noiseMultiplier);
    const ratio = noise.reduce((total, z) => total + Math.exp(z - 0.5 / noiseMultiplier ** 2), 0) / users;
    const value = Math.max(0, 1 - Math.exp(epsilon) * ratio);
    sum += value;
    squares += value * value;
  }
  const mean = sum / samples;
  const variance = (squares - samples * mean * mean) / (samples - 1);
  const nats = Math.log(4 / 1e-9);
  const error = Math.sqrt((2 * variance * nats) / samples) + (7 * nats) / (3 * (samples - 1));
  return { from: mean - error, to: mean + error };
}
