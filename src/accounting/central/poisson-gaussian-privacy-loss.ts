import { poissonGaussianPair } from "../../pld/pairs/gaussian-pair.js";
import { PrivacyLossDistribution } from "../../pld/privacy-loss-distribution.js";
import { checkNumber, checkOptions, DOMAIN } from "../../validate.js";

/**
 * The privacy loss of one step of central DP-SGD: a Poisson sample of the records, and Gaussian noise on
 * their sum.
 *
 * P = (1 - q) N(0, s^2) + q N(1, s^2), Q = N(0, s^2), and the reverse.
 * Guarantee: both directions dominate under add-or-remove (proven).
 *
 * @param options.samplingRate q, probability that a record is sampled, [1e-12, 1]
 * @param options.noiseMultiplier s, standard deviation / l2 sensitivity, [1e-8, 1e9]
 * @throws DpError OUT_OF_RANGE a parameter is outside its range
 * @example poissonGaussianPrivacyLoss({ samplingRate: 0.01, noiseMultiplier: 4 }).compose(1000).epsilonAtDelta(1e-5).upper.toFixed(3); // "0.272"
 * @see Zhu, Dong, Wang, AISTATS 2022, arXiv:2106.08567, Theorem 11
 */
export function poissonGaussianPrivacyLoss(options: {
  readonly samplingRate: number;
  readonly noiseMultiplier: number;
}): PrivacyLossDistribution {
  checkOptions("poissonGaussianPrivacyLoss", options);
  const samplingRate = checkNumber(
    "poissonGaussianPrivacyLoss: samplingRate",
    options.samplingRate,
    DOMAIN.rate,
  );
  const noiseMultiplier = checkNumber(
    "poissonGaussianPrivacyLoss: noiseMultiplier",
    options.noiseMultiplier,
    DOMAIN.composedNoise,
  );
  return PrivacyLossDistribution.of(poissonGaussianPair(samplingRate, noiseMultiplier));
}
