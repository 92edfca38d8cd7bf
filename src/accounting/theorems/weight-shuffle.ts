/**
 * Weights shuffling as published (YJX25 Theorem 6): the noisy update of a d-dimensional weight vector,
 * permuted.
 *
 * **Refuted as a guarantee.** Use it to reproduce the paper and to show that its figures are not upper
 * bounds; calibrate real runs with the plain Gaussian mechanism, which permuting cannot make worse. The
 * counterexample and its numbers: docs/theorems/weight-shuffle.md.
 */
import { smallestDoubleWhere } from "../../numerics/smallest-double-where.js";
import { checkNumber, DOMAIN } from "../../validate.js";
import { equation25 } from "./_internal/equation-25.js";
import { checkWeightShuffleStep, type WeightShuffleStep } from "./_internal/weight-shuffle-step.js";

export type { WeightShuffleStep } from "./_internal/weight-shuffle-step.js";

/**
 * The delta that the paper assigns to one step at a given epsilon: the left side of its Equation 25.
 *
 * h = Φ(σ₁/2 + (ζ₁ − ε)/σ₁) − e^ε Φ(σ₂/2 + (ζ₂ − ε)/σ₂), with ζ_i, σ_i of Equation 26 and c the unit of
 * length. Guarantee: none. It approximates a *lower* bound of δ(ε) for one pair of data sets; it is often
 * negative, where the paper then reads (ε, 0)-DP. The true worst case is `gaussianDelta` at the same σ.
 * Assumes: change of l2 norm at most c, batch gradient of norm at most c'.
 *
 * @param options.epsilon ε, nats, 0 or [1e-100, 1e16]
 * @param options.noiseMultiplier σ, standard deviation / c, [1e-8, 1e9]
 * @param options.dimension d, number of permuted weights, integer in [2, 1e12]
 * @param options.batchClipRatio c'/c, [1e-3, 1e9]
 * @returns h, at most 1; may be negative
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range
 * @example weightShuffleDelta({ epsilon: 0.5, noiseMultiplier: 0.3, dimension: 85_800_000, batchClipRatio: 1 }).toFixed(6); // "-0.055292"
 * @see Yang, Ji, Xiang, "Weights Shuffling for Improving DPSGD in Transformer-based Models",
 *   arXiv:2407.15414, Theorem 6, Equations 25 and 26
 */
export function weightShuffleDelta(options: WeightShuffleStep & { readonly epsilon: number }): number {
  const mechanism = checkWeightShuffleStep("weightShuffleDelta", options);
  return equation25(
    mechanism,
    checkNumber("weightShuffleDelta: epsilon", options.epsilon, DOMAIN.composedEpsilon),
  );
}

/**
 * The epsilon that the paper assigns to one step at a given delta: the smallest ε with h(ε) <= δ.
 *
 * Guarantee: none; see {@link weightShuffleDelta}.
 * Edges: h(0) <= δ → 0.
 *
 * @param options.delta δ, [1e-150, 1)
 * @param options.noiseMultiplier σ, standard deviation / c, [1e-8, 1e9]
 * @param options.dimension d, number of permuted weights, integer in [2, 1e12]
 * @param options.batchClipRatio c'/c, [1e-3, 1e9]
 * @returns ε, nats
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range
 * @example weightShuffleEpsilon({ delta: 1e-6, noiseMultiplier: 0.2, dimension: 1000, batchClipRatio: 1 }).toFixed(3); // "35.566"
 * @see Yang, Ji, Xiang, arXiv:2407.15414, Theorem 6
 */
export function weightShuffleEpsilon(options: WeightShuffleStep & { readonly delta: number }): number {
  const mechanism = checkWeightShuffleStep("weightShuffleEpsilon", options);
  const delta = checkNumber("weightShuffleEpsilon: delta", options.delta, DOMAIN.sharedDelta);
  const mu = 1 / mechanism.noiseMultiplier;
  const beyond = mu * (mu / 2 + 41); // σ₁ <= μ and ζ₁ <= 0, so that Φ is below every double there
  return smallestDoubleWhere((epsilon) => equation25(mechanism, epsilon) <= delta, 0, beyond);
}
