import type { Adjacency, Assumption, MechanismEvent } from "../../privacy/index.js";
import type { Accountant } from "../accountant.js";
import { notApplicable } from "../claims/not-applicable.js";
import { type Coverage, coveredRound, PRESENT_OR_NOT } from "../rounds/coverage.js";
import { roundsOf } from "../rounds/rounds-of.js";
import { secretParticipation } from "../rounds/secret-participation.js";
import { gaussianDelta } from "../theorems/gaussian.js";
import { weightShuffleEpsilon } from "../theorems/weight-shuffle.js";
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
 * YJX25 as published: `refuted`. Beside its epsilon stands the counterexample: along (1, ..., 1), which no
 * permutation of the weights moves, a step is the plain Gaussian mechanism.
 *
 * @see docs/theorems/weight-shuffle.md
 */
export const yjx25Published: Accountant = {
  method: METHOD,
  covers: COVERS,
  proves: [],
  epsilonAtDelta: (event, { adjacency, delta }) => {
    const run = trainingRun(event, adjacency);
    const epsilon = weightShuffleTotalEpsilon({ ...run, delta });
    return {
      side: "upper",
      status: "refuted",
      assumptions: ["worst-case-direction-unmoved", "honest-aggregator", ...run.participation],
      source: "YJX25 Theorem 6 and Section V-B",
      method: METHOD,
      adjacency,
      delta,
      epsilon: { lower: epsilon, estimate: epsilon, upper: epsilon },
      remark: counterexample({ ...run, delta }),
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
  /** What it assumes where batches are drawn. */
  readonly participation: readonly Assumption[];
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
    participation: secretParticipation(round),
  };
}

/**
 * What Theorem 6 claims of one step on its batch, at the delta that Section V-B leaves to it, beside the
 * truth along (1, ..., 1).
 */
function counterexample({ samplingRate, steps, delta, ...step }: TrainingRun & { delta: number }): string {
  const claimed = delta / 2 / steps / samplingRate;
  const epsilon = claimed < 1 ? weightShuffleEpsilon({ ...step, delta: claimed }) : 0;
  const truth = gaussianDelta({ epsilon, noiseMultiplier: step.noiseMultiplier });
  // Where noise is small the formula is that of the plain Gaussian mechanism, but for rounding: no
  // counterexample.
  if (!(truth > 1.01 * claimed))
    return "the theorem is refuted elsewhere: at this noise not by an update along (1, ..., 1)";
  const [deltaThere, epsilonThere, deltaClaimed] = [truth, epsilon, claimed].map((value) =>
    Number(value.toPrecision(3)),
  );
  return (
    `counterexample: for an update along (1, ..., 1), which no permutation moves, a step has delta ${deltaThere} ` +
    `at epsilon ${epsilonThere}, where the theorem claims ${deltaClaimed}`
  );
}
