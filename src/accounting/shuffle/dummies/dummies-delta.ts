import { type Contribution, MIN_RADIUS } from "./contribution.js";
import { antipodalContribution, callContribution, putContribution } from "./gaussian-contributions.js";
import { weightedMeansExcess } from "./weighted-means-excess.js";

/**
 * Neighbouring data sets: a record replaced by any other one, or by the zero record, or the other way round.
 */
export type ChangedRecord = "replaced" | "to-zero" | "from-zero";

/** One shuffled Gaussian report among dummies. */
export interface HiddenByDummies {
  readonly changed: ChangedRecord;
  /** a, the largest norm of a record, in standard deviations of a report's noise. */
  readonly radius: number;
  /** D. */
  readonly dummies: number;
  /** The probability that the user sends a report, and no dummy. Default 1. */
  readonly samplingRate?: number;
}

/**
 * Theorem A of docs/theorems/dummies.md and its section 4: an upper bound of delta at log(1 + excess),
 * whatever the other users' records are.
 *
 * @param excess t - 1 >= 0
 */
export function dummiesDelta(
  { changed, radius, dummies, samplingRate = 1 }: HiddenByDummies,
  excess: number,
): number {
  const t = onePlus(excess);
  const mean = {
    contribution: contributionOf(changed, radius, t),
    copies: dummies + 1,
    weight: samplingRate,
  };
  const offset = -(1 - samplingRate) * excess;
  // Without dummies nothing hides the report.
  const alone = samplingRate * mean.contribution.excess(-offset / samplingRate);
  return Math.min(1, alone, dummies === 0 ? Infinity : weightedMeansExcess([mean], offset));
}

/** 1 + excess, not rounded up: delta falls in t. */
export function onePlus(excess: number): number {
  const t = 1 + excess;
  return t - 1 > excess ? t * (1 - Number.EPSILON) : t;
}

/** What one dummy contributes; a smaller radius than the least one counts as that. */
export function contributionOf(changed: ChangedRecord, radius: number, t: number): Contribution {
  const a = Math.max(MIN_RADIUS, radius);
  switch (changed) {
    case "replaced":
      return antipodalContribution(a, t);
    case "to-zero":
      return callContribution(a, t);
    case "from-zero":
      return putContribution(a, 1 / t, t);
  }
}
