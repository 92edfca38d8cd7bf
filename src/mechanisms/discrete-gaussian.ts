import type { MechanismEvent } from "../privacy/index.js";
import type { RandomSource } from "../random/index.js";
import { checkNumber, checkOptions, RANGES } from "../validate.js";
import { discreteGaussianSums } from "./_internal/discrete-gaussian-law.js";
import { drawDiscreteLaplace } from "./_internal/draw-discrete-laplace.js";
import { exponentialCoin, type Rational, rationalOf } from "./_internal/exact-coins.js";
import type { IntegerNoise } from "./integer-noise.js";

/** Discrete Gaussian noise for integers, with its privacy curve. */
export interface DiscreteGaussian extends IntegerNoise {
  /** δ(ε) for one integer, upper bound. */
  deltaAtEpsilon(epsilon: number): number;
  /** One noisy integer as an (ε, δ(ε)) event. */
  describe(epsilon: number): MechanismEvent;
}

/** More than the rounding of a sum of 2^23 terms. */
const ROUNDING_UP = 1 + 1e-9;

/** Beyond this many standard deviations a probability is below the smallest double. */
const REACH = 40;

/**
 * The discrete Gaussian mechanism for integers: noise z with probability in proportion to e^(-z²/2σ²).
 *
 * Guarantee for one integer of sensitivity Δ: (ε, δ(ε))-DP with
 * δ(ε) = sum over y of p(y) max(0, 1 - e^(ε - (2yΔ + Δ²)/2σ²)), upper bound, rounding included. For vectors
 * of l2 sensitivity Δ its Rényi divergence is at most the continuous Gaussian's, λ Δ²/2σ² (the paper's
 * Proposition 5). The sampler works on the exact value of the double σ with big integers: nothing is rounded.
 *
 * @param options.stdDev      σ of the law's formula, [2^-10, 2^16]; the variance is at most σ²
 * @param options.sensitivity Δ, the most that neighbours' integers differ, integer in [1, 2^20]
 * @returns the noise
 * @throws DpError OUT_OF_RANGE an option, an ε or a value is outside its range; BAD_INPUT there are no
 *   options
 * @example discreteGaussian({ stdDev: 9.48, sensitivity: 1 }).variance.toFixed(4); // 89.8704
 * @see Canonne, Kamath and Steinke, "The Discrete Gaussian for Differential Privacy", NeurIPS 2020,
 *   arXiv:2004.00010, Algorithm 3 and Theorem 7
 */
export function discreteGaussian(options: {
  readonly stdDev: number;
  readonly sensitivity: number;
}): DiscreteGaussian {
  const name = "discreteGaussian";
  checkOptions(name, options);
  const stdDev = checkNumber(`${name}: stdDev`, options.stdDev, { min: 2 ** -10, max: 2 ** 16 });
  const sensitivity = checkNumber(`${name}: sensitivity`, options.sensitivity, {
    min: 1,
    max: 2 ** 20,
    integer: true,
  });
  const { numerator, denominator } = rationalOf(stdDev);
  const variance = { numerator: numerator ** 2n, denominator: denominator ** 2n };
  const laplaceScale = BigInt(Math.floor(stdDev)) + 1n;
  const { total, secondMoment } = discreteGaussianSums(stdDev);
  const mass = (value: number) => Math.exp(-((value / stdDev) ** 2) / 2) / total;

  const deltaAtEpsilon = (epsilon: number): number => {
    checkNumber(`${name}: epsilon`, epsilon, RANGES.nonNegative);
    const reach = Math.ceil(REACH * stdDev);
    // The loss at y exceeds ε from about here on.
    const first = Math.floor((epsilon * stdDev ** 2) / sensitivity - sensitivity / 2);
    let delta = Number.MIN_VALUE;
    for (let y = Math.max(first, -reach); y <= reach; y++) {
      const loss = ((y + sensitivity / 2) * sensitivity) / stdDev ** 2;
      delta += mass(y) * Math.max(0, -Math.expm1(epsilon - loss));
    }
    return Math.min(1, delta * ROUNDING_UP);
  };

  return {
    variance: secondMoment / total,
    deltaAtEpsilon,
    describe: (epsilon) => ({ kind: "local", epsilon, delta: deltaAtEpsilon(epsilon) }),
    sample: (source) => Number(drawDiscreteGaussian(source, variance, laplaceScale)),
    probability: (value) => mass(checkNumber(`${name}: value`, value, { integer: true })),
  };
}

/** Rejection from discrete Laplace noise of scale t = laplaceScale, an integer near σ (Algorithm 3). */
function drawDiscreteGaussian(source: RandomSource, variance: Rational, laplaceScale: bigint): bigint {
  const { numerator, denominator } = variance;
  for (;;) {
    const candidate = drawDiscreteLaplace(source, { numerator: laplaceScale, denominator: 1n });
    const size = candidate < 0n ? -candidate : candidate;
    // (|y| - σ²/t)² / 2σ²
    const distance = size * laplaceScale * denominator - numerator;
    const exponent = {
      numerator: distance ** 2n,
      denominator: 2n * numerator * denominator * laplaceScale ** 2n,
    };
    if (exponentialCoin(source, exponent)) return candidate;
  }
}
