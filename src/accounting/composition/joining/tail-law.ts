import type { Guarantee } from "../../../privacy/index.js";

/**
 * About how a part's epsilon depends on delta: ε(δ) = base + rate √(2 log(1/δ)), as of a Gaussian mechanism
 * of that rate.
 */
export interface TailLaw {
  readonly base: number;
  /** Infinite where the part has no epsilon at a smaller delta. */
  readonly rate: number;
}

/** The law through the epsilons at two deltas. */
export function tailLaw(at: Guarantee, atSmaller: Guarantee | undefined): TailLaw {
  if (atSmaller === undefined) return { base: at.epsilon.upper, rate: Infinity };
  const rise = atSmaller.epsilon.upper - at.epsilon.upper;
  const rate = Math.max(0, rise / (deviations(atSmaller.delta) - deviations(at.delta)));
  return { base: at.epsilon.upper - rate * deviations(at.delta), rate };
}

/** √(2 log(1/δ)), also of a delta that underflowed. */
export function deviations(delta: number): number {
  return Math.sqrt(-2 * Math.log(Math.min(1, Math.max(Number.MIN_VALUE, delta))));
}
