/** Pairs of which no lattice certifies a composition: their own epsilons and deltas add up. */
import { expect, it } from "vitest";
import type { DominatingPair } from "./dominating-pair.js";
import { discretePair } from "./pairs/discrete-pair.js";
import { PrivacyLossDistribution } from "./privacy-loss-distribution.js";

const own = discretePair([0.6, 0.4], [0.4, 0.6]);
/** Composed, it has no span that fits. */
const unfit: DominatingPair = { ...own, lossSpan: () => Infinity };

it("rounds that fit no lattice: at most epsilon and delta of each, and no less than the truth", () => {
  const one = PrivacyLossDistribution.of(own);
  const loss = PrivacyLossDistribution.of(unfit);
  const alone = loss.deltaAtEpsilon(0.2).upper;
  const truth = one.compose(3).deltaAtEpsilon(0.6).lower;
  const { upper } = loss.compose(3).deltaAtEpsilon(0.6);
  expect(upper).toBeGreaterThanOrEqual(truth);
  expect(upper).toBeCloseTo(Math.min(1, 3 * alone), 9);
});
