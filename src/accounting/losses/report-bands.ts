import { memoize } from "../../numerics/memoize.js";
import { type CountBand, checkInBands } from "../rounds/check-in-bands.js";
import type { CoveredRound, ReportKind, SHUFFLES } from "../rounds/coverage.js";

/** How many of the users report, as everybody sees it. */
export interface ReportBands {
  readonly bands: readonly CountBand[];
  /** Probability that the number of reports is in none of them. */
  readonly failure: number;
  /** Whether some band has several numbers of reports, and spends more than they do. */
  readonly areJoined: boolean;
}

/** @param budget the most that a round may fail with, where the number of reports varies */
export function reportBands(
  round: CoveredRound<(typeof SHUFFLES)[number], ReportKind>,
  budget: number,
): ReportBands {
  if (round.kind !== "checkInShuffle") {
    const { reports, samplingRate } = round;
    return { bands: [{ reports, samplingRate, weight: 1, leastWeight: 1 }], failure: 0, areJoined: false };
  }
  const bands = bandsOf(round.users, round.samplingRate, budget / 2);
  const isJoined = ({ reports, samplingRate }: CountBand): boolean =>
    Math.round(samplingRate * round.users) !== reports;
  return { bands, failure: budget, areJoined: bands.some(isJoined) };
}

/** The same at every noise that a calibration looks at. */
const bandsOf = memoize(checkInBands, {
  key: (...law: readonly number[]) => law.join(),
  capacity: 8,
});
