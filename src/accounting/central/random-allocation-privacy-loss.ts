import { PrivacyLossDistribution } from "../../pld/privacy-loss-distribution.js";
import { checkNumber, checkOptions } from "../../validate.js";
import { shuffleGaussianPair } from "../shuffle/exact-gaussian/shuffle-gaussian-pair.js";
import { SHUFFLE_RANGES } from "../shuffle/shuffle-ranges.js";

/**
 * The privacy loss of one epoch of central DP-SGD in which each record joins one of t batches, uniformly.
 *
 * P = (1/t) sum_i N(e_i, s^2 I) against Q = N(0, s^2 I), removal and addition; `compose` counts epochs.
 * Guarantee: the pair dominates under add-or-remove (proven), adaptive batches included.
 *
 * @param options.steps t, batches per epoch, integer in [1, 1e9]
 * @param options.noiseMultiplier s, standard deviation / l2 sensitivity, [0.05, Infinity)
 * @throws DpError OUT_OF_RANGE a parameter is outside its range
 * @see Feldman and Shenfeld, "Privacy amplification by random allocation", 2025, arXiv:2502.08202
 * @see Chua et al., "Balls-and-Bins Sampling for DP-SGD", AISTATS 2025, arXiv:2412.16802
 */
export function randomAllocationPrivacyLoss(options: {
  readonly steps: number;
  readonly noiseMultiplier: number;
}): PrivacyLossDistribution {
  checkOptions("randomAllocationPrivacyLoss", options);
  const steps = checkNumber("randomAllocationPrivacyLoss: steps", options.steps, SHUFFLE_RANGES.users);
  const noiseMultiplier = checkNumber(
    "randomAllocationPrivacyLoss: noiseMultiplier",
    options.noiseMultiplier,
    SHUFFLE_RANGES.noiseMultiplier,
  );
  return PrivacyLossDistribution.of(shuffleGaussianPair(steps, noiseMultiplier));
}
