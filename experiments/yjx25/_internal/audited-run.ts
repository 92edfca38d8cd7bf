import type { SampledSteps } from "../../../src/accounting/theorems/weight-shuffle-budget.js";
import { PUBLISHED_RUNS, samplingRateOf, stepsOf } from "./published-runs.js";

const [VIT] = PUBLISHED_RUNS as [(typeof PUBLISHED_RUNS)[number]];

/** The run of Table VI as Section VI-F prints it: 200 epochs of batches of 1,000, 10,000 steps. */
export const AUDITED_RUN: SampledSteps & { readonly delta: number } = {
  samplingRate: samplingRateOf(VIT),
  steps: stepsOf({ ...VIT, epochs: 200 }),
  delta: VIT.delta,
};

export const AUDITED_DIMENSION: number = VIT.dimension;
export const AUDITED_EXAMPLES: number = VIT.examples;
