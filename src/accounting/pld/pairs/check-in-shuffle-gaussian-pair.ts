import { thinnedLaw } from "../law/thinned-law.js";
import type { LossPair } from "../loss-pair.js";
import { gaussianRatio, gaussianRatioDeviation, gaussianRatioExcess } from "./gaussian-ratio.js";
import { meanRatioPair } from "./mean-ratio-pair.js";

/**
 * The check-in pair: each of n users joins with probability g, and those who joined are shuffled.
 *
 * Given that K joined, the ratio is 1 + (K / n) (S_K - 1), which is 1 + (1/n) sum_i B_i (X_i - 1): the mean of n i.i.d. thinned
 * ratios. No sum over K is needed.
 */
export function checkInShuffleGaussianPair(
  users: number,
  noiseMultiplier: number,
  checkInRate: number,
): LossPair {
  return meanRatioPair({
    single: (fineness, negligible) => {
      const { upper, lower } = gaussianRatio(noiseMultiplier, fineness, negligible);
      return { upper: thinnedLaw(upper, checkInRate), lower: thinnedLaw(lower, checkInRate) };
    },
    reports: users,
    singleDeviation: Math.sqrt(checkInRate) * gaussianRatioDeviation(noiseMultiplier),
    singleExcess: gaussianRatioExcess(noiseMultiplier),
    largestScale: 1 / noiseMultiplier,
    fraction: 1,
  });
}
