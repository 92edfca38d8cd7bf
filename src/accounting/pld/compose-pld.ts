import { PrivacyLossDistribution } from "./privacy-loss-distribution.js";

/** Mechanisms one after the other, chosen adaptively; composing nothing costs nothing. */
export function composePld(parts: readonly PrivacyLossDistribution[]): PrivacyLossDistribution {
  return new PrivacyLossDistribution(parts.flatMap((part) => part.rounds));
}
