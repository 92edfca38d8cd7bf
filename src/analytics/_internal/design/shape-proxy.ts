import type { TwoLevels } from "./family.js";

/**
 * With many reports a shuffled subset response is near a Gaussian mechanism of μ² = this over their number: 2 (A - I) (r - 1)² β with r = e^ε₀ and
 * β = 1 / (1 + A (r - 1)). Only to compare shapes with each other; what a shape spends is for the accountants to say.
 */
export function spreadOf({ mass, overlap }: TwoLevels, localEpsilon: number): number {
  const growth = Math.expm1(localEpsilon);
  return (2 * (mass - overlap) * growth ** 2) / (1 + mass * growth);
}

/** The ε₀ at which the levels have this spread: the positive root of 2 (A - I) x² = spread (1 + A x) in x = e^ε₀ - 1. */
export function localEpsilonAtSpread({ mass, overlap }: TwoLevels, spread: number): number {
  const slope = (spread * mass) / (4 * (mass - overlap));
  return Math.log1p(slope + Math.sqrt(slope ** 2 + spread / (2 * (mass - overlap))));
}
