import { checkNumber, checkOptions, DOMAIN } from "../validate.js";
import { gaussianPair } from "./pairs/gaussian-pair.js";
import { PrivacyLossDistribution } from "./privacy-loss-distribution.js";

/**
 * The privacy loss of one release with Gaussian noise.
 *
 * Guarantee: the pair dominates (proven); both directions have the same profile.
 *
 * @param options.noiseMultiplier s, standard deviation / l2 sensitivity, [1e-8, 1e9]
 * @throws DpError OUT_OF_RANGE the noise multiplier is outside its range
 * @example gaussianPrivacyLoss({ noiseMultiplier: 20 }).compose(100).epsilonAtDelta(1e-5).upper.toFixed(2); // "1.99"
 */
export function gaussianPrivacyLoss(options: { readonly noiseMultiplier: number }): PrivacyLossDistribution {
  checkOptions("gaussianPrivacyLoss", options);
  const noiseMultiplier = checkNumber(
    "gaussianPrivacyLoss: noiseMultiplier",
    options.noiseMultiplier,
    DOMAIN.composedNoise,
  );
  return PrivacyLossDistribution.of(gaussianPair(noiseMultiplier));
}
