import { rememberLast } from "../_internal/remember-last.js";
import type { LossPair } from "../loss-pair.js";
import { gaussianPair } from "./gaussian-pair.js";
import { gaussianRatio, gaussianRatioDeviation, gaussianRatioExcess } from "./gaussian-ratio.js";
import { meanRatioPair } from "./mean-ratio-pair.js";

/**
 * The shuffle Gaussian pair: P = (1/n) sum_i N(e_i, s^2 I) against Q = N(0, s^2 I).
 *
 * Its ratio is the mean of n i.i.d. ratios of the Gaussian pair. The last pair asked for is kept with its atoms.
 */
export const shuffleGaussianPair: (users: number, noiseMultiplier: number) => LossPair = rememberLast(
  (users, noiseMultiplier) =>
    users === 1 ? gaussianPair(noiseMultiplier) : hiddenShufflePair(users, noiseMultiplier, 1),
);

/** The pair of `reports` shuffled reports among which the changed user's one is with probability `fraction`. */
export function hiddenShufflePair(reports: number, noiseMultiplier: number, fraction: number): LossPair {
  return meanRatioPair({
    single: (fineness, negligible) => gaussianRatio(noiseMultiplier, fineness, negligible),
    reports,
    singleDeviation: gaussianRatioDeviation(noiseMultiplier),
    singleExcess: gaussianRatioExcess(noiseMultiplier),
    largestScale: 1 / noiseMultiplier,
    fraction,
  });
}
