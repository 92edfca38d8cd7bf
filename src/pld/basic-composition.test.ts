/** Pairs of which no lattice certifies a composition: their own epsilons and deltas add up. */
import { expect, it } from "vitest";
import { composePld } from "./compose-pld.js";
import type { DominatingPair } from "./dominating-pair.js";
import { discretePair } from "./pairs/discrete-pair.js";
import { PrivacyLossDistribution } from "./privacy-loss-distribution.js";

const own = discretePair([0.6, 0.4], [0.4, 0.6]);
/** Composed, it has no span that fits. */
const unfit: DominatingPair = { ...own, lossSpan: () => Infinity };

it("the sum is of every round's own delta", () => {
  const often = discretePair([0.9, 0.1], [0.5, 0.5]);
  const known: DominatingPair = { ...unfit, largestLoss: 0.41 };
  const { upper } = composePld([known, often].map(PrivacyLossDistribution.of)).deltaAtEpsilon(1);
  // A half of epsilon for each: the first has no such loss.
  expect(upper).toBeCloseTo(0.5 - 0.1 * Math.exp(0.5), 9);
  const truth = composePld([own, often].map(PrivacyLossDistribution.of)).deltaAtEpsilon(1);
  expect(upper).toBeGreaterThan(truth.upper);
});

it("nor is it more than their total variation, where that is known", () => {
  const known: DominatingPair = {
    ...unfit,
    totalVariation: 0.2,
    chi: Math.sqrt(0.36 / 0.4 + 0.16 / 0.6 - 1),
  };
  const [sum, all] = [unfit, known].map((pair) => PrivacyLossDistribution.of(pair).compose(3));
  const variation = Math.sqrt((0.36 / 0.4 + 0.16 / 0.6) ** 3 - 1) / 2;
  expect(all!.deltaAtEpsilon(0.03).upper).toBeCloseTo(variation, 9);
  expect(sum!.deltaAtEpsilon(0.03).upper).toBeGreaterThan(1.5 * variation);
});
