/** Cohorts of shuffled reports of local randomizers, and single reports. */

import { memoize } from "../../numerics/memoize.js";
import { PrivacyLossDistribution } from "../../pld/privacy-loss-distribution.js";
import { notApplicable } from "../claims/not-applicable.js";
import { type Coverage, coveredRound, PURE_REPORTS, SAME_SIZE, SHUFFLES } from "../rounds/coverage.js";
import { localDelta } from "../rounds/local-delta.js";
import type { LocalReport, Round } from "../rounds/round.js";
import { MAX_LOCAL_EPSILON } from "../shuffle/shuffle-ranges.js";
import type { Holding } from "./answer-cohort.js";
import { type Cohort, type CohortRule, cohortSource } from "./cohort.js";
import type { NeighbourPair } from "./neighbour-pair.js";
import { cohortRowOf } from "./randomizers/registry.js";
import type { ReportScores } from "./report-scores.js";
import { type CohortRound, shuffledCohortPair } from "./shuffled-cohort-pair.js";

const REPORTS = [...PURE_REPORTS, "approximateLocal", "unboundedChannel"] as const;

type LocalKind = (typeof REPORTS)[number];
type Kinds = "report" | (typeof SHUFFLES)[number];

const METHOD = "cohort-lower";
const NOTHING = new PrivacyLossDistribution([]);

const COVERS: readonly Coverage<Kinds, LocalKind>[] = [
  {
    rounds: ["report", ...SHUFFLES],
    reports: REPORTS,
    adjacencies: SAME_SIZE,
  },
  {
    rounds: SHUFFLES,
    reports: ["pureLocal", "approximateLocal", "randomizedResponse", "subsetResponse"],
    adjacencies: SAME_SIZE,
    blocksAndDummies: "only",
  },
];

/** The cohorts of a round of local randomizers' reports that are looked at. */
export const localCohorts: CohortRule = {
  covers: COVERS,
  cohortsOf: (given, adjacency) => {
    const round = coveredRound(METHOD, COVERS, given, adjacency);
    return round.kind === "report" ? loneReport(round) : shuffledReports(round);
  },
};

/** One report by itself: what it is said to spend is attained. */
function loneReport({ report }: Round<"report", LocalReport>): readonly Cohort[] {
  const loss = cohortRowOf(report).loneLoss(report);
  return [{ loss, source: cohortSource("one report, its pair"), ...remarkOn(report) }];
}

function remarkOn(report: LocalReport): Pick<Cohort, "remark"> {
  const remark = cohortRowOf(report).remark?.(report);
  return remark === undefined ? {} : { remark };
}

/** Shuffled reports of a cohort all of whose others hold one record. */
function shuffledReports(round: Round<(typeof SHUFFLES)[number], LocalReport>): readonly Cohort[] {
  if (round.weightShuffle) throw notApplicable(METHOD, "the permuted weights may hide the reports");
  const { report } = round;
  const cohorts = cohortRowOf(report).cohorts(report);
  if (cohorts.length === 0) return [{ loss: NOTHING, source: cohortSource("all inputs have one law") }];
  if (report.epsilon === 0) {
    return [{ loss: NOTHING, source: cohortSource("reports that tell nothing") }];
  }
  const isCheckIn = round.kind === "checkInShuffle";
  const revealed = localDelta(report);
  const common = {
    reports: isCheckIn ? round.users : round.reports,
    samplingRate: round.samplingRate,
    isCheckIn,
    ...(revealed > 0 && { revealed }),
    ...dummiesOf(round),
  };
  return cohorts.map(({ holding, words }) => ({
    source: cohortSource(words),
    ...remarkOn(report),
    pair: cohortPair({ report, holding, round: common }),
  }));
}

/** The dummies of a randomizer that is not known may have a law of their own, and hide nothing. */
function dummiesOf({
  report,
  blocksAndDummies,
}: Round<(typeof SHUFFLES)[number], LocalReport>): Pick<CohortRound, "dummies" | "areAbsentDummies"> {
  if (report.kind === "local" || blocksAndDummies === undefined) return {};
  const { dummies, absentees } = blocksAndDummies;
  return { ...(dummies > 0 && { dummies }), ...(absentees === "dummy" && { areAbsentDummies: true }) };
}

interface Shuffled {
  readonly report: LocalReport;
  readonly holding: Holding;
  readonly round: CohortRound;
}

const cohortPair = memoize(
  ({ report, holding, round }: Shuffled): NeighbourPair =>
    shuffledCohortPair(scoresOf(report, holding, round), round),
  { key: (shuffled) => JSON.stringify(shuffled), capacity: 16 },
);

function scoresOf(report: LocalReport, holding: Holding, round: CohortRound): ReportScores {
  const localEpsilon = Math.min(report.epsilon, MAX_LOCAL_EPSILON);
  const sent = (round.reports - 1) * (round.isCheckIn ? round.samplingRate : 1);
  const absent = round.areAbsentDummies ? round.reports - 1 - sent : 0;
  const copies = sent + absent + (round.dummies ?? 0);
  return cohortRowOf(report).scores(report, holding, { localEpsilon, copies });
}
