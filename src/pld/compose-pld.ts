import { checkArray, wrongShape } from "../validate.js";
import { PrivacyLossDistribution } from "./privacy-loss-distribution.js";

/**
 * The privacy loss of mechanisms run one after the other, chosen adaptively; an empty list has epsilon 0.
 *
 * @throws DpError BAD_INPUT `parts` is no array of privacy-loss distributions
 */
export function composePld(parts: readonly PrivacyLossDistribution[]): PrivacyLossDistribution {
  const rounds = checkArray("composePld: parts", parts).flatMap((part, i) => {
    if (part instanceof PrivacyLossDistribution) return part.rounds;
    throw wrongShape(`composePld: parts[${i}]`, part, "a PrivacyLossDistribution");
  });
  return new PrivacyLossDistribution(rounds);
}
