import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { poissonGaussianPrivacyLoss } from "../pld.js";

const { cases } = JSON.parse(
  readFileSync(new URL("../../../test/vectors/pld/poisson-gaussian-peers.json", import.meta.url), "utf8"),
) as {
  cases: {
    rate: number;
    noiseMultiplier: number;
    rounds: number;
    delta: number;
    lower: number;
    upper: number;
  }[];
};

it.each(cases)(
  "meets the peers' brackets and is narrower: %o",
  { tags: ["slow"] },
  ({ rate, noiseMultiplier, rounds, delta, lower, upper }) => {
    const ours = poissonGaussianPrivacyLoss({ samplingRate: rate, noiseMultiplier })
      .compose(rounds)
      .epsilonAtDelta(delta);
    expect(ours.lower).toBeLessThanOrEqual(upper);
    expect(ours.upper).toBeGreaterThanOrEqual(lower);
    // A single round's peer bracket may be narrower than the default width.
    if (rounds > 1) expect(ours.upper - ours.lower).toBeLessThan(upper - lower);
    expect((ours.upper - ours.lower) / ours.upper).toBeLessThan(1e-3);
  },
);
