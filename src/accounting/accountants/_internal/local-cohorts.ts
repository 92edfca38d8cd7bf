/** Cohorts of shuffled reports of local randomizers, and single reports. */
import { memoize } from "../../../numerics/memoize.js";
import type { LocalEvent, RandomizedResponseEvent } from "../../../privacy/index.js";
import { type Coverage, coveredRound, SAME_SIZE, SHUFFLES } from "../../core/coverage.js";
import type { Round } from "../../core/round.js";
import type { NeighbourPair } from "../../pld/cohorts/neighbour-pair.js";
import { responseScores } from "../../pld/cohorts/response-scores.js";
import { type CohortRound, shuffledCohortPair } from "../../pld/cohorts/shuffled-cohort-pair.js";
import { discretePrivacyLoss } from "../../pld/discrete-privacy-loss.js";
import { type Cohort, type CohortRule, cohortSource } from "./cohort.js";
import { localLossOfRound } from "./local-loss.js";

type LocalKind = "pureLocal" | "approximateLocal" | "randomizedResponse";
type LocalReport = LocalEvent | RandomizedResponseEvent;

/** Beyond it a report is as good as in the clear; a smaller one spends less. */
const LARGEST_LOCAL_EPSILON = 30;
const CACHE_SIZE = 16;
const WORST_RANDOMIZER =
  "this is what some randomizer of that local epsilon and delta spends: one that is known may spend less";

const COVERS = [
  {
    rounds: ["report", ...SHUFFLES],
    reports: ["pureLocal", "approximateLocal", "randomizedResponse"],
    adjacencies: SAME_SIZE,
  },
] as const satisfies readonly Coverage[];

/** The cohorts of a round of local randomizers' reports that are looked at. */
export const localCohorts: CohortRule = {
  covers: COVERS,
  cohortsOf: (given, adjacency) => {
    const round = coveredRound<(typeof COVERS)[number]["rounds"][number], LocalKind>(
      "cohort-lower",
      COVERS,
      given,
      adjacency,
    );
    return round.kind === "report" ? loneLocalReport(round) : shuffledLocalReports(round);
  },
};

/** One report by itself: what it is said to spend is attained. */
function loneLocalReport(round: Round<"report", LocalReport>): readonly Cohort[] {
  const { report } = round;
  if (report.kind === "local") {
    const { loss } = localLossOfRound(round, "replace-one", 1);
    return [{ loss, source: cohortSource("randomized response, its pair"), remark: WORST_RANDOMIZER }];
  }
  const { epsilon, categories } = report;
  const lie = 1 / (Math.exp(epsilon) + categories - 1);
  const truth = 1 / (1 + (categories - 1) * Math.exp(-epsilon));
  const rest = Math.max(0, 1 - truth - lie);
  const loss = discretePrivacyLoss({ massP: [truth, lie, rest], massQ: [lie, truth, rest] });
  return [{ loss, source: cohortSource("randomized response, its pair") }];
}

/** Shuffled reports: all others hold a third record, or the replacement where there is none. */
function shuffledLocalReports(round: Round<(typeof SHUFFLES)[number], LocalReport>): readonly Cohort[] {
  const { report } = round;
  const isCheckIn = round.kind === "checkInShuffle";
  const common = {
    reports: isCheckIn ? round.users : round.reports,
    samplingRate: round.samplingRate,
    isCheckIn,
    localEpsilon: Math.min(report.epsilon, LARGEST_LOCAL_EPSILON),
  };
  if (report.kind === "randomizedResponse") {
    const { categories } = report;
    return [{ pair: responsePair({ ...common, categories }), source: sourceOf(categories) }];
  }
  return [3, 2].map((categories) => ({
    pair: responsePair({ ...common, categories, revealed: report.delta ?? 0 }),
    source: sourceOf(categories),
    remark: WORST_RANDOMIZER,
  }));
}

interface ResponseRound extends CohortRound {
  readonly localEpsilon: number;
  readonly categories: number;
}

const responsePair = memoize(
  ({ localEpsilon, categories, ...round }: ResponseRound): NeighbourPair =>
    shuffledCohortPair(responseScores(localEpsilon, categories), round),
  { key: (round) => JSON.stringify(round), capacity: CACHE_SIZE },
);

function sourceOf(categories: number): string {
  return cohortSource(
    categories === 2
      ? "binary response, all others holding the replacement"
      : `${categories}-ary response, all others holding a third record`,
  );
}
