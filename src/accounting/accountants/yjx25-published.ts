import type { Guarantee, MechanismEvent } from "../../privacy/index.js";
import { type Accountant, notApplicable } from "../core/accountant.js";
import { roundsOf } from "../core/rounds-of.js";
import { gaussianDelta } from "../theorems/gaussian.js";
import { weightShuffleTotalEpsilon } from "../theorems/weight-shuffle-budget.js";

const METHOD = "yjx25-published";

/**
 * YJX25 as published: `refuted`. Beside its epsilon stands the counterexample: along (1, ..., 1), which no permutation of the
 * weights moves, a step is the plain Gaussian mechanism.
 *
 * @see docs/theorems/weight-shuffle.md
 */
export const weightsShufflingAccountant: Accountant = {
  method: METHOD,
  epsilonAtDelta: (event, { adjacency, delta }): Guarantee => {
    const run = trainingRun(event);
    if (adjacency === "replace-one") {
      throw notApplicable(METHOD, "the paper's sampling is Poisson; use add-or-remove or zero-out adjacency");
    }
    const value = weightShuffleTotalEpsilon({ ...run, delta });
    return {
      side: "upper",
      status: "refuted",
      assumptions: ["worst-case-direction-unmoved", "honest-aggregator"],
      method: METHOD,
      source: "YJX25 Theorem 6 and Section V-B",
      adjacency,
      delta,
      epsilon: { lower: value, estimate: value, upper: value },
      remark: `counterexample: for an update along (1, ..., 1) one step alone has delta >= ${stepDelta(run, value).toPrecision(3)} at this epsilon`,
    };
  },
  deltaAtEpsilon: () => {
    throw notApplicable(METHOD, "the paper gives epsilon at delta only");
  },
};

interface TrainingRun {
  readonly noiseMultiplier: number;
  readonly dimension: number;
  readonly batchClipRatio: number;
  readonly samplingRate: number;
  readonly steps: number;
}

function trainingRun(event: MechanismEvent): TrainingRun {
  const [step, ...others] = roundsOf(event);
  if (step === undefined || others.length > 0 || step.round.kind !== "weightShuffle") {
    throw notApplicable(METHOD, "it covers repetitions of one weightShuffle step");
  }
  const { dimension, batchClipRatio, of } = step.round;
  const sampled = of.kind === "poissonSample" ? of : { rate: 1, of };
  if (sampled.of.kind !== "gaussian") {
    throw notApplicable(METHOD, "the step must be gaussian, or poissonSample of gaussian");
  }
  const { noiseMultiplier } = sampled.of;
  return { noiseMultiplier, dimension, batchClipRatio, samplingRate: sampled.rate, steps: step.times };
}

/** delta of one sampled Gaussian step, P = (1 - q) N(0) + q N(1): q times that of the unsampled one at the larger epsilon. */
function stepDelta({ noiseMultiplier, samplingRate }: TrainingRun, epsilon: number): number {
  const unsampled = Math.log1p(Math.expm1(epsilon) / samplingRate);
  if (!Number.isFinite(unsampled)) return 0;
  return samplingRate * gaussianDelta({ epsilon: unsampled, noiseMultiplier });
}
