import type { Adjacency, MechanismEvent } from "../../privacy/index.js";
import type { Accountant } from "../core/accountant.js";
import { type Coverage, coveredRound, PRESENT_OR_NOT } from "../core/coverage.js";
import { notApplicable } from "../core/not-applicable.js";
import { roundsOf } from "../core/rounds-of.js";
import { gaussianDelta } from "../theorems/gaussian.js";
import { weightShuffleTotalEpsilon } from "../theorems/weight-shuffle-budget.js";

const METHOD = "yjx25-published";
const COVERS: readonly Coverage<"report" | "poissonSample", "gaussian">[] = [
  {
    rounds: ["report", "poissonSample"],
    reports: ["gaussian"],
    adjacencies: PRESENT_OR_NOT,
    weightShuffle: true,
  },
];

/**
 * YJX25 as published: `refuted`. Beside its epsilon stands the counterexample: along (1, ..., 1), which no permutation of the
 * weights moves, a step is the plain Gaussian mechanism.
 *
 * @see docs/theorems/weight-shuffle.md
 */
export const yjx25Published: Accountant = {
  method: METHOD,
  covers: COVERS,
  epsilonAtDelta: (event, { adjacency, delta }) => {
    const run = trainingRun(event, adjacency);
    const epsilon = weightShuffleTotalEpsilon({ ...run, delta });
    return {
      side: "upper",
      status: "refuted",
      assumptions: ["worst-case-direction-unmoved", "honest-aggregator"],
      source: "YJX25 Theorem 6 and Section V-B",
      method: METHOD,
      adjacency,
      delta,
      epsilon: { lower: epsilon, estimate: epsilon, upper: epsilon },
      remark: `counterexample: for an update along (1, ..., 1) one step alone has delta >= ${stepDelta(run, epsilon).toPrecision(3)} at this epsilon`,
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

function trainingRun(event: MechanismEvent, adjacency: Adjacency): TrainingRun {
  const [step, ...others] = roundsOf(event, adjacency);
  if (step === undefined || others.length > 0) {
    throw notApplicable(METHOD, "it covers repetitions of one weightShuffle step");
  }
  const round = coveredRound(METHOD, COVERS, step.round, adjacency);
  const { dimension, batchClipRatio } = round.weightShuffle!;
  return {
    noiseMultiplier: round.report.noiseMultiplier,
    dimension,
    batchClipRatio,
    samplingRate: round.kind === "poissonSample" ? round.samplingRate : 1,
    steps: step.times,
  };
}

/** delta of one sampled Gaussian step, P = (1 - q) N(0) + q N(1): q times that of the unsampled one at the larger epsilon. */
function stepDelta({ noiseMultiplier, samplingRate }: TrainingRun, epsilon: number): number {
  const unsampled = Math.log1p(Math.expm1(epsilon) / samplingRate);
  if (!Number.isFinite(unsampled)) return 0;
  return samplingRate * gaussianDelta({ epsilon: unsampled, noiseMultiplier });
}
