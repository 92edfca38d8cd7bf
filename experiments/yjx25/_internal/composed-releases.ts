import {
  advancedCompositionEpsilon,
  basicComposition,
} from "../../../src/accounting/theorems/advanced-composition.js";
import { amplifyBySubsampling, type PrivacyPair } from "../../../src/accounting/theorems/subsampling.js";
import { type PublishedRun, samplingRateOf, stepsOf } from "./published-runs.js";

/**
 * What the paper's accountant makes of several releases in each step, each at the whole budget of a step: an
 * epsilon at their deltas and the slack, (1 + releases) / 2 of the run's.
 */
export function composedReleases(run: PublishedRun, step: PrivacyPair, releases: number): number {
  const each = amplifyBySubsampling({
    ...basicComposition([{ ...step, times: releases }]),
    samplingRate: samplingRateOf(run),
  });
  return advancedCompositionEpsilon({
    steps: [{ ...each, times: stepsOf(run) }],
    delta: ((1 + releases) / 2) * run.delta,
  });
}
