import { PrivacyLossDistribution } from "../../../pld/privacy-loss-distribution.js";
import { checkNumber, checkOptions, DOMAIN } from "../../../validate.js";
import { MAX_REPORTS, SHUFFLE_RANGES } from "../shuffle-ranges.js";
import { subsampledShuffleGaussianPair } from "./shuffle-gaussian-pair.js";

/**
 * The privacy loss of a shuffle Gaussian round to which m of n users, drawn without replacement, report.
 *
 * The ratio is 1 + (m / n) (S_m - 1), S_m the mean of m i.i.d. lognormals; both directions.
 * Guarantee: exact for this pair (conditional: "homogeneous-cohort", as for
 * {@link shuffleGaussianPrivacyLoss}).
 *
 * @param options.users n, integer in [1, 1e12]
 * @param options.sampled m, integer in [1, n], at most 1e9
 * @param options.noiseMultiplier s, standard deviation of one report / l2 sensitivity, [0.05, Infinity)
 * @throws DpError OUT_OF_RANGE a parameter is outside its range
 */
export function subsampledShuffleGaussianPrivacyLoss(options: {
  readonly users: number;
  readonly sampled: number;
  readonly noiseMultiplier: number;
}): PrivacyLossDistribution {
  const where = "subsampledShuffleGaussianPrivacyLoss";
  checkOptions(where, options);
  const users = checkNumber(`${where}: users`, options.users, DOMAIN.count);
  const sampled = checkNumber(`${where}: sampled`, options.sampled, {
    min: 1,
    max: Math.min(users, MAX_REPORTS),
    integer: true,
  });
  const noiseMultiplier = checkNumber(
    `${where}: noiseMultiplier`,
    options.noiseMultiplier,
    SHUFFLE_RANGES.noiseMultiplier,
  );
  return PrivacyLossDistribution.of(subsampledShuffleGaussianPair(sampled, noiseMultiplier, sampled / users));
}
