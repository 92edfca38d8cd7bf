import type { Pmf } from "../../pld/pmf.js";
import { discreteNeighbourPair, type NeighbourPair } from "./neighbour-pair.js";
import type { ReportScores } from "./report-scores.js";
import { isMirrored, mixedScores, NO_SCORE, type ScoreLaw } from "./score-law.js";
import { scoreSumPmfs } from "./score-sum.js";

/** How reports come to be shuffled, and how often one shows its record. */
export interface CohortRound {
  /** The most reports there are: users, or those drawn. */
  readonly reports: number;
  /** The probability that a user reports. */
  readonly samplingRate: number;
  /** Whether users who do not report leave none; else others report in their place. */
  readonly isCheckIn: boolean;
  /** D, reports of pure noise. Default 0. */
  readonly dummies?: number;
  /** Whether users who check out send a dummy: then none is missing. Default false. */
  readonly areAbsentDummies?: boolean;
  /** Probability with which a report shows its record (delta of one report). Default 0. */
  readonly revealed?: number;
}

/**
 * Shuffled reports of a cohort all of whose others hold one record, seen through the sum of the reports'
 * scores.
 *
 * A report that shows the changed user's record has infinite loss; one that shows another's is replaced by a
 * report that hides it.
 */
export function shuffledCohortPair(
  scores: ReportScores,
  { reports, samplingRate, isCheckIn, dummies = 0, areAbsentDummies = false, revealed = 0 }: CohortRound,
): NeighbourPair {
  const shown = samplingRate * revealed;
  const rate = (samplingRate * (1 - revealed)) / (1 - shown);
  const missing = areAbsentDummies ? scores.dummy! : NO_SCORE;
  const others = isCheckIn ? mixedScores(samplingRate, scores.others, missing) : scores.others;
  const absent = isCheckIn ? missing : scores.others;
  const [p, q] = scores.changed.map((law) => mixedScores(rate, law, absent)) as [ScoreLaw, ScoreLaw];
  const { massError, everySum } = scores;
  const pmfs = scoreSumPmfs({
    others,
    copies: reports - 1,
    ...(dummies > 0 && { dummies: { law: scores.dummy!, copies: dummies } }),
    changed: [p, q],
    massError,
    everySum,
  });
  const [forward, backward] = pmfs.map((pmf) => withShown(pmf, shown)) as [Pmf, Pmf];
  // Where the others' scores have no sign, swapping the two records turns the sum's.
  return isMirrored(others, 0) ? discreteNeighbourPair(forward) : discreteNeighbourPair(forward, backward);
}

function withShown(pmf: Pmf, shown: number): Pmf {
  return shown === 0
    ? pmf
    : { ...pmf, mass: pmf.mass.map((each) => each * (1 - shown)), infinityMass: shown };
}
