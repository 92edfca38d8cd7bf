/**
 * The noise that YJX25's Algorithm 1 would use, beside what plain DP-SGD needs and what the difference costs.
 *
 * Never train with `publishedNoiseMultiplier` where privacy matters: docs/theorems/weight-shuffle.md.
 */
import type { Status } from "../../privacy/index.js";
import { equation25 } from "./_internal/equation-25.js";
import { leastNoiseMultiplier } from "./_internal/least-noise-multiplier.js";
import { checkWeightShuffleStep, type WeightShuffleStep } from "./_internal/weight-shuffle-step.js";
import { gaussianDelta, gaussianNoiseMultiplier } from "./gaussian.js";
import type { PrivacyPair } from "./subsampling.js";
import { type SampledSteps, weightShuffleStepBudget } from "./weight-shuffle-budget.js";

/** What the paper's Algorithm 1 chooses, and what that keeps. */
export interface WeightShuffleCalibration {
  /** (ε_s, δ_s): what each step may spend on its batch. */
  readonly step: PrivacyPair;
  /** σ: the least noise that satisfies Equation 25 at (ε_s, δ_s). */
  readonly publishedNoiseMultiplier: number;
  /**
   * σ₀: the least noise with which the plain Gaussian mechanism is (ε_s, δ_s)-DP. Proven, permuted or not.
   */
  readonly plainNoiseMultiplier: number;
  /** Algorithm 1, lines 11-18: σ < σ₀; otherwise it falls back to plain DP-SGD with σ₀. */
  readonly shuffles: boolean;
  /** `refuted` where the algorithm shuffles, `proven` where it falls back. */
  readonly status: Status;
  /**
   * True δ at ε_s of the algorithm's own choice for a change along (1, ..., 1): compare with `step.delta`.
   */
  readonly equalEntryDelta: number;
}

/**
 * Runs YJX25's calibration for a whole training run.
 *
 * Guarantee: σ₀ is on the safe side, rounding included. σ is as published and guarantees nothing.
 * Assumes: Poisson-sampled batches and add-or-remove adjacency.
 *
 * @param options.epsilon ε of all steps, nats, [1e-100, 1e16]
 * @param options.delta δ of all steps, [1e-150, 1)
 * @param options.samplingRate p = B/N, [1e-12, 1]
 * @param options.steps T, integer in [1, 1e9]
 * @param options.dimension d, number of permuted weights, integer in [2, 1e12]
 * @param options.batchClipRatio c'/c, [1e-3, 1e9]
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range; NOT_APPLICABLE δ >= 2 T p, where
 *   sampling alone meets the budget
 * @example
 * const run = calibrateWeightShuffle({ epsilon: 0.25, delta: 5e-6, samplingRate: 0.02, steps: 500, dimension: 85_800_000, batchClipRatio: 1 });
 * [run.publishedNoiseMultiplier.toFixed(3), run.plainNoiseMultiplier.toFixed(1), run.equalEntryDelta.toFixed(2)]; // ["0.274", "37.9", "0.93"]
 * @see Yang, Ji, Xiang, arXiv:2407.15414, Algorithm 1
 */
export function calibrateWeightShuffle(
  options: PrivacyPair & SampledSteps & Omit<WeightShuffleStep, "noiseMultiplier">,
): WeightShuffleCalibration {
  const mechanism = checkWeightShuffleStep("calibrateWeightShuffle", { ...options, noiseMultiplier: 1 });
  const step = weightShuffleStepBudget(options);
  const plainNoiseMultiplier = gaussianNoiseMultiplier(step);
  const publishedNoiseMultiplier = leastNoiseMultiplier(
    "calibrateWeightShuffle",
    (noiseMultiplier) => equation25({ ...mechanism, noiseMultiplier }, step.epsilon) <= step.delta,
  );
  // The two are computed by different formulas.
  const shuffles = publishedNoiseMultiplier < plainNoiseMultiplier * (1 - 1e-9);
  return {
    step,
    publishedNoiseMultiplier,
    plainNoiseMultiplier,
    shuffles,
    status: shuffles ? "refuted" : "proven",
    equalEntryDelta: gaussianDelta({
      epsilon: step.epsilon,
      noiseMultiplier: shuffles ? publishedNoiseMultiplier : plainNoiseMultiplier,
    }),
  };
}
