import type { MechanismEvent } from "../privacy/index.js";
import { checkNumber, checkOptions } from "../validate.js";
import { checkEpsilon } from "./_internal/check-epsilon.js";
import { drawDiscreteLaplace } from "./_internal/draw-discrete-laplace.js";
import { rationalOf } from "./_internal/exact-coins.js";
import type { IntegerNoise } from "./integer-noise.js";

/** Discrete Laplace noise for integers, with its event. */
export interface DiscreteLaplace extends IntegerNoise {
  /** What one noisy integer spends. */
  describe(): MechanismEvent;
}

const INTEGER: { readonly integer: true } = { integer: true };

/**
 * The discrete Laplace (two-sided geometric) mechanism for an integer: noise z with probability tanh(a/2)
 * e^(-a|z|), a = ε/Δ.
 *
 * Guarantee: ε-DP exactly, with the sampler's arithmetic: it works on the doubles' exact values with big
 * integers.
 *
 * @param options.epsilon     ε, nats, [1e-6, 30]
 * @param options.sensitivity Δ, the most that neighbours' integers differ, integer in [1, 2^20]
 * @returns the noise
 * @throws DpError OUT_OF_RANGE an option or a value is outside its range; BAD_INPUT there are no options
 * @example discreteLaplace({ epsilon: Math.log(3), sensitivity: 1 }).probability(0).toFixed(4); // 0.5000
 * @see Canonne, Kamath and Steinke, "The Discrete Gaussian for Differential Privacy", NeurIPS 2020,
 *   arXiv:2004.00010, Algorithm 2
 */
export function discreteLaplace(options: {
  readonly epsilon: number;
  readonly sensitivity: number;
}): DiscreteLaplace {
  const name = "discreteLaplace";
  checkOptions(name, options);
  const epsilon = checkEpsilon(`${name}: epsilon`, options.epsilon);
  const sensitivity = checkNumber(`${name}: sensitivity`, options.sensitivity, {
    min: 1,
    max: 2 ** 20,
    integer: true,
  });
  const { numerator, denominator } = rationalOf(epsilon);
  const laplaceScale = { numerator: BigInt(sensitivity) * denominator, denominator: numerator };
  const decay = epsilon / sensitivity;
  return {
    describe: () => ({ kind: "local", epsilon }),
    sample: (source) => Number(drawDiscreteLaplace(source, laplaceScale)),
    probability: (value) =>
      Math.tanh(decay / 2) * Math.exp(-decay * Math.abs(checkNumber(`${name}: value`, value, INTEGER))),
    // 2 e^-a / (1 - e^-a)²
    variance: 1 / (2 * Math.sinh(decay / 2) ** 2),
  };
}
