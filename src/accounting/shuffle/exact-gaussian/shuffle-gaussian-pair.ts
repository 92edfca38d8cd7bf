/**
 * The pairs of shuffled Gaussian reports: of all users, of a sample drawn without replacement, and of users
 * who check in.
 */
import { memoizeLast } from "../../../numerics/memoize-last.js";
import type { DominatingPair } from "../../../pld/dominating-pair.js";
import { gaussianPair } from "../../../pld/pairs/gaussian-pair.js";
import {
  gaussianRatio,
  gaussianRatioExcess,
  gaussianRatioStdDev,
} from "./mean-of-ratios/gaussian-ratio-pmf.js";
import { thinnedRatio } from "./mean-of-ratios/ratio-pmf.js";
import { meanRatioPair } from "./mean-ratio-pair.js";

/**
 * The shuffle Gaussian pair: P = (1/n) sum_i N(e_i, s^2 I) against Q = N(0, s^2 I).
 *
 * Its ratio is the mean of n i.i.d. ratios of the Gaussian pair. The last pair is kept with its discrete
 * laws.
 */
export const shuffleGaussianPair: (users: number, noiseMultiplier: number) => DominatingPair = memoizeLast(
  (users, noiseMultiplier) =>
    users === 1 ? gaussianPair(noiseMultiplier) : subsampledShuffleGaussianPair(users, noiseMultiplier, 1),
);

/**
 * The pair of `reports` shuffled Gaussian reports, the changed user's among them with probability
 * `samplingRate`.
 */
export function subsampledShuffleGaussianPair(
  reports: number,
  noiseMultiplier: number,
  samplingRate: number,
): DominatingPair {
  return meanRatioPair({
    single: (relativeStep, negligibleMass) => gaussianRatio(noiseMultiplier, relativeStep, negligibleMass),
    reports,
    singleStdDev: gaussianRatioStdDev(noiseMultiplier),
    singleExcess: gaussianRatioExcess(noiseMultiplier),
    singleLossStdDev: 1 / noiseMultiplier,
    samplingRate,
  });
}

/**
 * The check-in pair: each of n users reports with probability g, and the reports are shuffled.
 *
 * Given K reports, the ratio is 1 + (K / n) (S_K - 1), which is 1 + (1/n) sum_i B_i (X_i - 1): the mean of n
 * i.i.d. thinned ratios. No sum over K is needed.
 */
export function checkInShuffleGaussianPair(
  users: number,
  noiseMultiplier: number,
  checkInRate: number,
): DominatingPair {
  return meanRatioPair({
    single: (relativeStep, negligibleMass) => {
      const { pessimistic, optimistic } = gaussianRatio(noiseMultiplier, relativeStep, negligibleMass);
      return {
        pessimistic: thinnedRatio(pessimistic, checkInRate),
        optimistic: thinnedRatio(optimistic, checkInRate),
      };
    },
    reports: users,
    singleStdDev: Math.sqrt(checkInRate) * gaussianRatioStdDev(noiseMultiplier),
    singleExcess: gaussianRatioExcess(noiseMultiplier),
    singleLossStdDev: 1 / noiseMultiplier,
    samplingRate: 1,
  });
}
