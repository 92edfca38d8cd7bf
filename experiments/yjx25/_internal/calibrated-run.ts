import { guarantees } from "../../../src/accounting/guarantees.js";
import { calibrateWeightShuffle } from "../../../src/accounting/theorems/weight-shuffle-calibration.js";
import { formatUp } from "../../../src/privacy/format-number.js";
import { BATCH_CLIP_RATIO, type PublishedRun, samplingRateOf, stepsOf } from "./published-runs.js";

/** Why no epsilon of Theorem 6 holds. */
export const NO_GUARANTEE: string =
  "its epsilon is refuted: a change along (1, ..., 1) is moved by no permutation (docs/theorems/weight-shuffle.md)";

/** What Algorithm 1 takes for the noise of a run, and what that spends in a step. */
export function calibrated(run: PublishedRun, epsilon: number): ReturnType<typeof calibrateWeightShuffle> {
  return calibrateWeightShuffle({
    ...{ epsilon, delta: run.delta, dimension: run.dimension, batchClipRatio: BATCH_CLIP_RATIO },
    ...{ samplingRate: samplingRateOf(run), steps: stepsOf(run) },
  });
}

/** What a step of the published noise spends, for a change along (1, ..., 1). */
export function deltaOfStep(run: PublishedRun, epsilon: number): string {
  const { step, equalEntryDelta } = calibrated(run, epsilon);
  return `a step's delta is ${equalEntryDelta.toFixed(3)} where ${step.delta.toPrecision(2)} is claimed`;
}

/** What the published noise of a whole run spends at most, permuted or not. */
export function epsilonOfRun(run: PublishedRun, epsilon: number): string {
  const { publishedNoiseMultiplier: noiseMultiplier } = calibrated(run, epsilon);
  const of = {
    kind: "poissonSample",
    rate: samplingRateOf(run),
    of: { kind: "gaussian", noiseMultiplier },
  } as const;
  const event = { kind: "repeat", times: stepsOf(run), of } as const;
  const [figure] = guarantees(event, { adjacency: "add-or-remove", delta: run.delta }).guarantees;
  return `${formatUp(figure!.epsilon.upper)} (${figure!.method}, ${figure!.status})`;
}
