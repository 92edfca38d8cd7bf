/**
 * Privacy amplification by sampling, from (epsilon, delta) alone: running a private mechanism on a random
 * sample of rate γ.
 *
 * Use it where nothing but (epsilon, delta) of the mechanism is known; a Renyi curve or a privacy-loss
 * distribution is amplified better as such. Derivation and the counterexample to the conditions:
 * docs/theorems/subsampling.md.
 */
import { ROUNDING, roundedUp, ulps } from "../../numerics/rounding.js";
import { checkNumber, checkOptions, DOMAIN, RANGES } from "../../validate.js";

/** An (ε, δ) guarantee. */
export interface PrivacyPair {
  /** ε, nats. */
  readonly epsilon: number;
  /** δ. */
  readonly delta: number;
}

/** An (ε, δ) guarantee of what a random sample goes through. */
export interface SampledPair extends PrivacyPair {
  /** γ, the share of the records in a sample. */
  readonly samplingRate: number;
}

/**
 * What a mechanism costs when it sees only a random sample.
 *
 * ε' = log(1 + γ (e^ε − 1)), δ' = γ δ.
 * Guarantee: upper bound, rounding included; one direction of the Poisson-sampled Gaussian attains it.
 * Assumes one of: each record joins by itself with probability γ and the mechanism is (ε, δ)-DP under
 * add-or-remove, the size of the sample being hidden as far as the mechanism hides it; the same with absent
 * records replaced by a null record, under zero-out; a uniform sample of fixed size γ n and (ε, δ) under
 * replace-one. **Not** independent joining under replace-one when the size of the sample can be seen. Edges:
 * γ = 1 → (ε, δ).
 *
 * @param options.epsilon ε of the mechanism on its sample, nats, 0 or [1e-100, 1e16]
 * @param options.delta δ of the mechanism on its sample, [0, 1]
 * @param options.samplingRate γ, probability that a record is sampled, [1e-12, 1]
 * @returns (ε', δ') of sampling and mechanism together
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range
 * @example amplifyBySubsampling({ epsilon: 1, delta: 1e-6, samplingRate: 0.01 }).epsilon.toFixed(6); // "0.017037"
 * @see Balle, Barthe, Gaboardi, "Privacy Amplification by Subsampling", 2018, arXiv:1807.01647, Theorems 8
 *   and 9; Ullman, lecture notes CS7880, 2017; Steinke 2022, arXiv:2210.00597, Theorem 29
 */
export function amplifyBySubsampling(options: SampledPair): PrivacyPair {
  const { epsilon, delta, samplingRate } = checkPair("amplifyBySubsampling", options);
  const gain = samplingRate * Math.expm1(epsilon);
  const amplified = Number.isFinite(gain)
    ? roundedUp(Math.log1p(gain), ulps(8))
    : roundedUp(epsilon, ulps(8)) + Math.log(samplingRate + (1 - samplingRate) * Math.exp(-epsilon));
  const smaller = delta === 0 ? 0 : roundedUp(samplingRate * delta, ROUNDING.operation) + Number.MIN_VALUE;
  return { epsilon: Math.min(epsilon, amplified), delta: Math.min(delta, smaller) };
}

/**
 * What a mechanism may cost on its sample, so that sampling and mechanism together stay within a budget: the
 * inverse of {@link amplifyBySubsampling}, under the same conditions.
 *
 * ε = log(1 + (e^ε' − 1) / γ), δ = δ' / γ.
 * Guarantee: lower side, rounding included; amplifying the result gives at most the budget.
 * Edges: δ' >= γ → δ = 1, as then any mechanism will do; γ = 1 → the budget.
 *
 * @param options.epsilon ε', the budget, nats, 0 or [1e-100, 1e16]
 * @param options.delta δ', the budget, [0, 1]
 * @param options.samplingRate γ, probability that a record is sampled, [1e-12, 1]
 * @returns (ε, δ) that the mechanism may spend on its sample
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range
 * @example budgetBeforeSubsampling({ epsilon: 0.017036863, delta: 1e-8, samplingRate: 0.01 }).epsilon.toFixed(6); // "1.000000"
 */
export function budgetBeforeSubsampling(options: SampledPair): PrivacyPair {
  const { epsilon, delta, samplingRate } = checkPair("budgetBeforeSubsampling", options);
  const growth = Math.expm1(epsilon) / samplingRate;
  const before = Number.isFinite(growth)
    ? Math.log1p(growth)
    : epsilon + Math.log(-Math.expm1(-epsilon)) - Math.log(samplingRate);
  const down = 1 - ulps(32);
  return { epsilon: before * down, delta: Math.min(1, (delta / samplingRate) * down) };
}

function checkPair(where: string, options: SampledPair): SampledPair {
  const { epsilon, delta, samplingRate } = checkOptions(where, options);
  return {
    epsilon: checkNumber(`${where}: epsilon`, epsilon, DOMAIN.composedEpsilon),
    delta: checkNumber(`${where}: delta`, delta, RANGES.probability),
    samplingRate: checkNumber(`${where}: samplingRate`, samplingRate, DOMAIN.rate),
  };
}
