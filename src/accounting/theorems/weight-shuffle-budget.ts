/**
 * YJX25's accountant for many sampled steps (its Section V-B): advanced composition and amplification by
 * sampling.
 *
 * Sound for any steps that are (epsilon, delta)-DP; what the paper feeds it from Equation 25 is not.
 * `docs/theorems/weight-shuffle.md`.
 */
import { DpError } from "../../errors.js";
import { checkNumber, checkOptions, DOMAIN } from "../../validate.js";
import { checkWeightShuffleStep, type WeightShuffleStep } from "./_internal/weight-shuffle-step.js";
import { advancedCompositionEpsilon } from "./advanced-composition.js";
import { amplifyBySubsampling, budgetBeforeSubsampling, type PrivacyPair } from "./subsampling.js";
import { weightShuffleEpsilon } from "./weight-shuffle.js";

/** Steps on Poisson-sampled batches. */
export interface SampledSteps {
  /** B/N, the probability that a record joins a batch. */
  readonly samplingRate: number;
  /** T. */
  readonly steps: number;
}

/**
 * What each step may spend on its batch, so that T sampled steps stay within a budget.
 *
 * T ε'²/2 + ε' √(2 T log(2/δ)) = ε or T ε' = ε, whichever leaves more; δ' = δ/(2T); ε_s = log(1 + (e^ε' −
 * 1)/p), δ_s = δ'/p. Guarantee: lower side, rounding included; half of δ is the slack of the composition,
 * which the paper leaves open. Assumes: Poisson-sampled batches and add-or-remove adjacency.
 *
 * @param options.epsilon ε of all steps, nats, [1e-100, 1e16]
 * @param options.delta δ of all steps, [1e-150, 1)
 * @param options.samplingRate p = B/N, [1e-12, 1]
 * @param options.steps T, integer in [1, 1e9]
 * @returns (ε_s, δ_s) of one step before sampling
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range; NOT_APPLICABLE δ >= 2 T p, where
 *   sampling alone meets the budget
 * @example weightShuffleStepBudget({ epsilon: 0.25, delta: 5e-6, samplingRate: 0.02, steps: 500 }).epsilon.toFixed(4); // "0.1040"
 * @see Yang, Ji, Xiang, arXiv:2407.15414, Section V-B; Steinke 2022, Theorems 22 and 29
 */
export function weightShuffleStepBudget(options: SampledSteps & PrivacyPair): PrivacyPair {
  const where = "weightShuffleStepBudget";
  checkOptions(where, options);
  const epsilon = checkNumber(`${where}: epsilon`, options.epsilon, {
    ...DOMAIN.composedEpsilon,
    orZero: false,
  });
  const delta = checkNumber(`${where}: delta`, options.delta, DOMAIN.sharedDelta);
  const { samplingRate, steps } = checkSteps(where, options);
  const linear = Math.sqrt(2 * steps * Math.log(2 / delta));
  const advanced = (2 * epsilon) / (linear + Math.sqrt(linear * linear + 2 * steps * epsilon));
  const down = 1 - 32 * Number.EPSILON;
  const stepDelta = (delta / 2 / steps) * down;
  if (stepDelta >= samplingRate) {
    throw new DpError(
      "NOT_APPLICABLE",
      `${where}: delta must be below 2 steps samplingRate = ${2 * steps * samplingRate}, got ${delta}; sampling alone meets the budget`,
      {
        parameter: "delta",
        value: delta,
        allowed: `below ${2 * steps * samplingRate}`,
      },
    );
  }
  return budgetBeforeSubsampling({
    epsilon: Math.max(advanced, epsilon / steps) * down,
    delta: stepDelta,
    samplingRate,
  });
}

/**
 * The epsilon that the paper assigns to a whole training run.
 *
 * Guarantee: none, as `weightShuffleEpsilon` of a step has none; the composition on top of it is sound.
 * Assumes: Poisson-sampled batches and add-or-remove adjacency.
 *
 * @param options.noiseMultiplier σ, standard deviation / c, [1e-8, 1e9]
 * @param options.dimension d, number of permuted weights, integer in [2, 1e12]
 * @param options.batchClipRatio c'/c, [1e-3, 1e9]
 * @param options.samplingRate p = B/N, [1e-12, 1]
 * @param options.steps T, integer in [1, 1e9]
 * @param options.delta δ of all steps, [1e-150, 1)
 * @returns ε of all steps, nats
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range
 * @example weightShuffleTotalEpsilon({ noiseMultiplier: 0.274, dimension: 85_800_000, batchClipRatio: 1, samplingRate: 0.02, steps: 500, delta: 5e-6 }).toFixed(3); // "0.279"
 * @see Yang, Ji, Xiang, arXiv:2407.15414, Section V-B
 */
export function weightShuffleTotalEpsilon(
  options: WeightShuffleStep & SampledSteps & { readonly delta: number },
): number {
  const where = "weightShuffleTotalEpsilon";
  const mechanism = checkWeightShuffleStep(where, options);
  const delta = checkNumber(`${where}: delta`, options.delta, DOMAIN.sharedDelta);
  const { samplingRate, steps } = checkSteps(where, options);
  const stepDelta = delta / 2 / steps;
  const epsilon =
    stepDelta >= samplingRate ? 0 : weightShuffleEpsilon({ ...mechanism, delta: stepDelta / samplingRate });
  const sampled = amplifyBySubsampling({ epsilon, delta: 0, samplingRate });
  return advancedCompositionEpsilon({
    steps: [{ epsilon: sampled.epsilon, delta: stepDelta, times: steps }],
    delta,
  });
}

function checkSteps(where: string, { samplingRate, steps }: SampledSteps): SampledSteps {
  return {
    samplingRate: checkNumber(`${where}: samplingRate`, samplingRate, DOMAIN.rate),
    steps: checkNumber(`${where}: steps`, steps, { ...DOMAIN.rounds, min: 1 }),
  };
}
