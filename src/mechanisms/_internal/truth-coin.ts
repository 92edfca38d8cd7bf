import { type RandomSource, sampleBernoulli } from "../../random/index.js";

/**
 * More than the rounding of the operations that make a probability, so that the odds of the truth never
 * exceed e^ε₀.
 */
const ROUNDING = 1 + 8 * Number.EPSILON;

/** A coin that says whether a report is about the true value. */
export interface TruthCoin {
  /** e^ε₀ / (e^ε₀ + lieWeight). */
  readonly truthProbability: number;
  /** lieWeight / (e^ε₀ + lieWeight). */
  readonly lieProbability: number;
  /** truthProbability - lieProbability / lieWeight, without cancellation. */
  readonly contrast: number;
  /** Whether the report is about the true value. */
  draw(source: RandomSource): boolean;
}

/**
 * The coin with odds e^ε₀ : lieWeight, on the safe side of rounding.
 *
 * It is thrown for the smaller one of truth and lie, since one near 1 would leave too few digits for the
 * other.
 */
export function truthCoin(localEpsilon: number, lieWeight: number): TruthCoin {
  // With e^-ε₀, so that a large ε₀ does not overflow.
  const lieOdds = lieWeight * Math.exp(-localEpsilon);
  const truthIsRare = lieOdds > 1;
  const rareProbability = truthIsRare ? 1 / (1 + lieOdds) / ROUNDING : (lieOdds / (1 + lieOdds)) * ROUNDING;
  return {
    truthProbability: truthIsRare ? rareProbability : 1 - rareProbability,
    lieProbability: truthIsRare ? 1 - rareProbability : rareProbability,
    contrast: -Math.expm1(-localEpsilon) / (1 + lieOdds),
    draw: (source) => sampleBernoulli(source, rareProbability) === truthIsRare,
  };
}
