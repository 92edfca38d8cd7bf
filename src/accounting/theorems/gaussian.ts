/**
 * The Gaussian mechanism, exactly (Balle and Wang 2018): its delta, its epsilon, and the noise multiplier
 * that meets a target.
 *
 * Use it for one release of Gaussian noise, with or without post-processing; T adaptive releases are one
 * release at noiseMultiplier / sqrt(T). Not for subsampled batches. Derivation: docs/theorems/gaussian.md.
 */

import { LOG_SQRT_TWO_PI } from "../../numerics/log-sqrt-two-pi.js";
import { millsRatio } from "../../numerics/mills-ratio.js";
import { millsRatioDrop } from "../../numerics/mills-ratio-drop.js";
import { normalCdf } from "../../numerics/normal-cdf.js";
import { rootOfDecreasing } from "../../numerics/root-of-decreasing.js";
import { smallestDoubleWhere } from "../../numerics/smallest-double-where.js";
import { checkNumber, checkOptions, DOMAIN } from "../../validate.js";
import { leastNoiseMultiplier } from "./_internal/least-noise-multiplier.js";

/** From here on exp(-x^2 / 2) is below the smallest double. */
const MAX_DEVIATIONS = 40;

/**
 * The delta of Gaussian noise at a given epsilon.
 *
 * δ(ε) = Φ(μ/2 − ε/μ) − e^ε Φ(−μ/2 − ε/μ), μ = 1/σ.
 * Guarantee: exact for the mechanism, both directions alike; rounded up by some ulps of (ε/μ)² − (μ/2)², for
 * σ from 5e-4 on by less than 1e-10 of itself, and never 0. Assumes: l2 sensitivity 1 under the adjacency in
 * use.
 *
 * @param options.epsilon ε, nats, 0 or [1e-100, 1e16]
 * @param options.noiseMultiplier σ, standard deviation / l2 sensitivity, [1e-8, 1e9]
 * @returns δ in (0, 1]
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range
 * @example gaussianDelta({ epsilon: 1, noiseMultiplier: 1 }).toFixed(6); // "0.126937"
 * @see Balle and Wang, "Improving the Gaussian Mechanism for Differential Privacy", ICML 2018,
 *   arXiv:1805.06530, Theorem 8
 */
export function gaussianDelta(options: {
  readonly epsilon: number;
  readonly noiseMultiplier: number;
}): number {
  checkOptions("gaussianDelta", options);
  return deltaUpperBound(
    checkNumber("gaussianDelta: epsilon", options.epsilon, DOMAIN.composedEpsilon),
    checkNumber("gaussianDelta: noiseMultiplier", options.noiseMultiplier, DOMAIN.composedNoise),
  );
}

/**
 * The smallest epsilon of Gaussian noise at a given delta.
 *
 * Guarantee: rounded up; {@link gaussianDelta} at the result is at most delta.
 * Assumes: l2 sensitivity 1 under the adjacency in use.
 * Edges: delta >= 2Φ(μ/2) − 1 → 0.
 *
 * @param options.delta δ, [1e-150, 1)
 * @param options.noiseMultiplier σ, standard deviation / l2 sensitivity, [1e-8, 1e9]
 * @returns ε, nats, [0, ∞]
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range
 * @example gaussianEpsilon({ delta: 1e-5, noiseMultiplier: 1 }).toFixed(6); // "4.377178"
 * @see Balle and Wang, ICML 2018, arXiv:1805.06530, Theorem 8
 */
export function gaussianEpsilon(options: {
  readonly delta: number;
  readonly noiseMultiplier: number;
}): number {
  checkOptions("gaussianEpsilon", options);
  const delta = checkNumber("gaussianEpsilon: delta", options.delta, DOMAIN.sharedDelta);
  const noiseMultiplier = checkNumber(
    "gaussianEpsilon: noiseMultiplier",
    options.noiseMultiplier,
    DOMAIN.composedNoise,
  );
  const mu = 1 / noiseMultiplier;
  // there delta is below every double
  const beyond = mu * (mu / 2 + MAX_DEVIATIONS + 1) * (1 + 8 * Number.EPSILON);
  const deltaAt = (epsilon: number) => deltaUpperBound(epsilon, noiseMultiplier);
  if (deltaAt(0) <= delta) return 0;
  const guess = mu * (mu / 2 + Math.sqrt(-2 * Math.log(delta)));
  const { above, below } = rootOfDecreasing(deltaAt, {
    target: delta,
    isProbability: true,
    guess,
    highest: beyond,
  });
  return smallestDoubleWhere((epsilon) => deltaAt(epsilon) <= delta, above, below);
}

/**
 * The smallest noise multiplier at which Gaussian noise is (epsilon, delta)-DP.
 *
 * Guarantee: rounded up; {@link gaussianDelta} at the result is at most delta.
 * Assumes: l2 sensitivity 1 under the adjacency in use.
 *
 * @param options.epsilon ε, nats, 0 or [1e-100, 1e16]
 * @param options.delta δ, [1e-150, 1)
 * @returns σ, standard deviation / l2 sensitivity
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range; NOT_APPLICABLE the noise would lie
 *   beyond the domain
 * @example gaussianNoiseMultiplier({ epsilon: 1, delta: 1e-5 }).toFixed(5); // "3.73063"
 * @see Balle and Wang, ICML 2018, arXiv:1805.06530, Algorithm 1
 */
export function gaussianNoiseMultiplier(options: {
  readonly epsilon: number;
  readonly delta: number;
}): number {
  checkOptions("gaussianNoiseMultiplier", options);
  const epsilon = checkNumber("gaussianNoiseMultiplier: epsilon", options.epsilon, DOMAIN.composedEpsilon);
  const delta = checkNumber("gaussianNoiseMultiplier: delta", options.delta, DOMAIN.sharedDelta);
  return leastNoiseMultiplier("gaussianNoiseMultiplier", (sigma) => deltaUpperBound(epsilon, sigma) <= delta);
}

/**
 * phi(x) (M(x) - M(x + mu)) at x = epsilon/mu - mu/2, M the Mills ratio: the difference of ratios does not
 * cancel, and all roundings go up.
 */
function deltaUpperBound(epsilon: number, noiseMultiplier: number): number {
  const mu = 1 / noiseMultiplier;
  const far = epsilon * noiseMultiplier + mu / 2;
  // Rounded down, as delta falls in it: it is the difference of two numbers that may be much larger.
  const near = epsilon * noiseMultiplier - mu / 2 - 2 * Number.EPSILON * far;
  if (near > MAX_DEVIATIONS) return Number.MIN_VALUE;
  const logDensity = -(near * near) / 2 - LOG_SQRT_TWO_PI;
  // `near` carries the rounding of its terms, and the logarithm feels it times near * far.
  const slack = Number.EPSILON * (128 + Math.abs(near) * far);
  if (near < -1)
    return Math.min(1, (normalCdf(-near) - Math.exp(logDensity) * millsRatio(far)) * (1 + slack));
  const logDrop = Math.log(millsRatioDrop(near, mu));
  const rounding = 2 * Number.EPSILON * (Math.abs(logDensity) + Math.abs(logDrop));
  return Math.min(1, Math.exp(logDensity + logDrop + slack + rounding) + Number.MIN_VALUE);
}
