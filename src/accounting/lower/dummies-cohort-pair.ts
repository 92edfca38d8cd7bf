import { gaussianScores } from "./gaussian-scores.js";
import type { NeighbourPair } from "./neighbour-pair.js";
import { shuffledCohortPair } from "./shuffled-cohort-pair.js";

/** One shuffled Gaussian report among dummies. */
export interface ReportAmongDummies {
  /** C / s, the norm of the record and of its replacement. */
  readonly radius: number;
  readonly dummies: number;
  /** The probability that the user sends a report, and no dummy. */
  readonly samplingRate: number;
}

/**
 * What the shuffle shows to an analyzer who knows all other users' reports, of a record that is exchanged for
 * its opposite: by the sum of scores. Theorem A of docs/theorems/dummies.md is attained by the shuffle
 * itself.
 */
export function dummiesCohortPair({ radius, dummies, samplingRate }: ReportAmongDummies): NeighbourPair {
  const scores = gaussianScores({ record: radius, replacement: -radius, copies: dummies });
  return shuffledCohortPair(scores, { reports: dummies + 1, samplingRate, isCheckIn: false });
}
