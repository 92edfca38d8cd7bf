import { describe, expect, it } from "vitest";
import { shuffledResponsePair } from "../../accounting/shuffle/clones/response-law/shuffled-response-pair.js";
import { PrivacyLossDistribution } from "../privacy-loss-distribution.js";
import { discretePair } from "./discrete-pair.js";
import { mixturePair } from "./mixture-pair.js";

const response = (reports: number, samplingRate: number, localEpsilon = 1) =>
  shuffledResponsePair({ localEpsilon, categories: 2, ownShare: 1, reports, samplingRate });

describe("a mixture of pairs, drawn in public", () => {
  it("has the mean of their divergences", () => {
    const pairs = [response(3, 0.4), response(20, 0.9), response(200, 1)];
    const weights = [0.2, 0.5, 0.1];
    const mixed = PrivacyLossDistribution.of(
      mixturePair(
        pairs.map((pair, i) => ({ pair, atLeast: weights[i]!, atMost: weights[i]! })),
        0,
      ),
    );
    for (const epsilon of [0, 0.05, 0.3, 0.8]) {
      const mean = { lower: 0, upper: 0 };
      pairs.forEach((pair, i) => {
        const { lower, upper } = PrivacyLossDistribution.of(pair).deltaAtEpsilon(epsilon);
        mean.lower += weights[i]! * lower;
        mean.upper += weights[i]! * upper;
      });
      const { lower, upper } = mixed.deltaAtEpsilon(epsilon);
      expect(upper).toBeGreaterThanOrEqual(mean.lower);
      expect(lower).toBeLessThanOrEqual(mean.upper);
      expect(upper - lower).toBeLessThan(1e-3 * mean.upper + 1e-12);
    }
  });

  it.each([1, 2, 5])("composes as the draws do, nothing drawn included: %i rounds", (rounds) => {
    const truth = Math.E / (Math.E + 1);
    const [one, other] = [
      [truth, 1 - truth],
      [0.6, 0.4],
    ] as const;
    const pair = ([p, q]: readonly [number, number]) => ({
      ...discretePair([p, q], [q, p]),
      symmetric: true,
    });
    const mixed = mixturePair(
      [
        { pair: pair(one), atLeast: 0.25, atMost: 0.25 },
        { pair: pair(other), atLeast: 0.45, atMost: 0.45 },
      ],
      0,
    );
    const letters = [
      ...one.map((p, i) => [0.25 * p, 0.25 * one[1 - i]!]),
      ...other.map((p, i) => [0.45 * p, 0.45 * other[1 - i]!]),
      [0.3, 0.3],
    ] as [number, number][];
    let words: [number, number][] = [[1, 1]];
    for (let i = 0; i < rounds; i++) {
      words = words.flatMap(([p, q]) => letters.map(([a, b]): [number, number] => [p * a, q * b]));
    }
    for (const epsilon of [0, 0.3, 0.9]) {
      const exact = words.reduce((sum, [p, q]) => sum + Math.max(0, p - Math.exp(epsilon) * q), 0);
      const { lower, upper } = PrivacyLossDistribution.of(mixed).compose(rounds).deltaAtEpsilon(epsilon);
      expect(upper).toBeGreaterThanOrEqual(exact * (1 - 1e-12));
      expect(lower).toBeLessThanOrEqual(exact * (1 + 1e-12));
      expect(upper - lower).toBeLessThan(0.1 * exact + 1e-12);
    }
  });

  it("counts what is uncertain on each side, and failures on neither", () => {
    const pair = response(30, 1);
    const exact = PrivacyLossDistribution.of(pair).deltaAtEpsilon(0.2);
    const drawn = [{ pair, atLeast: 0.4, atMost: 0.5 }];
    const { lower, upper } = PrivacyLossDistribution.of(mixturePair(drawn, 0.1)).deltaAtEpsilon(0.2);
    expect(upper).toBeGreaterThanOrEqual(0.5 * exact.lower);
    expect(lower).toBeLessThanOrEqual(0.4 * exact.upper);
    expect(upper).toBeLessThan(0.51 * exact.upper);
  });
});
