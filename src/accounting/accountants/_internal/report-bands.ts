import { type CountBand, checkInBands } from "../../core/check-in-bands.js";
import type { CoveredRound, ReportKind, SHUFFLES } from "../../core/coverage.js";

/** How many of the users report, as everybody sees it. */
export interface ReportBands {
  readonly bands: readonly CountBand[];
  /** Probability that the number of reports is in none of them. */
  readonly failure: number;
}

/** @param budget the most that a round may fail with, where the number of reports varies */
export function reportBands(
  round: CoveredRound<(typeof SHUFFLES)[number], ReportKind>,
  budget: number,
): ReportBands {
  return round.kind === "checkInShuffle"
    ? { bands: checkInBands(round.users, round.samplingRate, budget / 2), failure: budget }
    : {
        bands: [{ reports: round.reports, samplingRate: round.samplingRate, weight: 1, leastWeight: 1 }],
        failure: 0,
      };
}
