import { checkNumber, checkOptions, DOMAIN } from "../validate.js";
import { laplacePair } from "./pairs/laplace-pair.js";
import { PrivacyLossDistribution } from "./privacy-loss-distribution.js";

/**
 * The privacy loss of one release with Laplace noise.
 *
 * Guarantee: the pair dominates (proven); both directions have the same profile; one release is 1 /
 * laplaceScale-DP.
 *
 * @param options.laplaceScale b, scale of the noise / l1 sensitivity, [0.02, 1e9]
 * @throws DpError OUT_OF_RANGE the scale is outside its range
 * @example laplacePrivacyLoss({ laplaceScale: 10 }).compose(100).epsilonAtDelta(1e-5).upper.toFixed(2); // "4.22"
 */
export function laplacePrivacyLoss(options: { readonly laplaceScale: number }): PrivacyLossDistribution {
  checkOptions("laplacePrivacyLoss", options);
  const laplaceScale = checkNumber(
    "laplacePrivacyLoss: laplaceScale",
    options.laplaceScale,
    DOMAIN.laplaceNoise,
  );
  return PrivacyLossDistribution.of(laplacePair(laplaceScale));
}
