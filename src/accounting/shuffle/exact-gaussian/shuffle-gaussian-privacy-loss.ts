import { PrivacyLossDistribution } from "../../../pld/privacy-loss-distribution.js";
import { checkNumber, checkOptions } from "../../../validate.js";
import { SHUFFLE_RANGES } from "../shuffle-ranges.js";
import { shuffleGaussianPair } from "./shuffle-gaussian-pair.js";

/**
 * The privacy loss of one round of the shuffle Gaussian mechanism, exactly, for its pair.
 *
 * P = (1/n) sum_i N(e_i, s^2 I) against Q = N(0, s^2 I), both directions.
 * Guarantee: exact for this pair (conditional): an upper bound only where every other user holds the record
 * that the changed user moves away from ("homogeneous-cohort"), under zero-out, or under replace-one with the
 * noise multiplier halved.
 *
 * @param options.users n, reports in the shuffle, integer in [1, 1e9]
 * @param options.noiseMultiplier s, standard deviation of one report / l2 sensitivity, [0.05, Infinity)
 * @throws DpError OUT_OF_RANGE a parameter is outside its range
 * @example shuffleGaussianPrivacyLoss({ users: 1000, noiseMultiplier: 2 }).epsilonAtDelta(1e-5).estimate.toFixed(4); // "0.0487"
 * @see Liew and Takahashi, "Shuffle Gaussian Mechanism for Differential Privacy", 2022, arXiv:2206.09569,
 *   Theorem 1 (the pair)
 */
export function shuffleGaussianPrivacyLoss(options: {
  readonly users: number;
  readonly noiseMultiplier: number;
}): PrivacyLossDistribution {
  checkOptions("shuffleGaussianPrivacyLoss", options);
  const users = checkNumber("shuffleGaussianPrivacyLoss: users", options.users, SHUFFLE_RANGES.users);
  const noiseMultiplier = checkNumber(
    "shuffleGaussianPrivacyLoss: noiseMultiplier",
    options.noiseMultiplier,
    SHUFFLE_RANGES.noiseMultiplier,
  );
  return PrivacyLossDistribution.of(shuffleGaussianPair(users, noiseMultiplier));
}
