import { PrivacyLossDistribution } from "../../../pld/privacy-loss-distribution.js";
import { checkNumber, checkOptions, DOMAIN } from "../../../validate.js";
import { SHUFFLE_RANGES } from "../shuffle-ranges.js";
import { checkInShuffleGaussianPair } from "./shuffle-gaussian-pair.js";

/**
 * The privacy loss of a shuffle Gaussian round in which each user reports with a given probability.
 *
 * The ratio is the mean of n i.i.d. 1 + B_i (X_i - 1), B_i ~ Bernoulli(checkInRate) and X_i lognormal; both
 * directions. Guarantee: exact for this pair (conditional: "homogeneous-cohort", as for
 * {@link shuffleGaussianPrivacyLoss}).
 *
 * @param options.users n, integer in [1, 1e9]
 * @param options.checkInRate probability that a user reports, [1e-12, 1]
 * @param options.noiseMultiplier s, standard deviation of one report / l2 sensitivity, [0.05, Infinity)
 * @throws DpError OUT_OF_RANGE a parameter is outside its range
 */
export function checkInShuffleGaussianPrivacyLoss(options: {
  readonly users: number;
  readonly checkInRate: number;
  readonly noiseMultiplier: number;
}): PrivacyLossDistribution {
  const where = "checkInShuffleGaussianPrivacyLoss";
  checkOptions(where, options);
  const users = checkNumber(`${where}: users`, options.users, SHUFFLE_RANGES.users);
  const checkInRate = checkNumber(`${where}: checkInRate`, options.checkInRate, DOMAIN.rate);
  const noiseMultiplier = checkNumber(
    `${where}: noiseMultiplier`,
    options.noiseMultiplier,
    SHUFFLE_RANGES.noiseMultiplier,
  );
  return PrivacyLossDistribution.of(checkInShuffleGaussianPair(users, noiseMultiplier, checkInRate));
}
