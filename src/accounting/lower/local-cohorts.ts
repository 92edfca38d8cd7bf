/** Cohorts of shuffled reports of local randomizers, and single reports. */

import { memoize } from "../../numerics/memoize.js";
import { ROUNDING } from "../../numerics/rounding.js";
import { composePld } from "../../pld/compose-pld.js";
import { discretePrivacyLoss } from "../../pld/discrete-privacy-loss.js";
import { laplacePrivacyLoss } from "../../pld/laplace-privacy-loss.js";
import { PrivacyLossDistribution } from "../../pld/privacy-loss-distribution.js";
import type { AnswerRandomizer } from "../../privacy/answer-parts.js";
import { notApplicable } from "../claims/not-applicable.js";
import { localLossOfRound } from "../losses/local-loss.js";
import {
  type Coverage,
  type CoveredRound,
  coveredRound,
  PURE_REPORTS,
  SAME_SIZE,
  SHUFFLES,
} from "../rounds/coverage.js";
import type { AnswersReport, Round } from "../rounds/round.js";
import { answerCohort, type Holding } from "./answer-cohort.js";
import { type Cohort, type CohortRule, cohortSource } from "./cohort.js";
import { laplaceScores } from "./laplace-scores.js";
import { likelihoodScores } from "./likelihood-scores.js";
import type { NeighbourPair } from "./neighbour-pair.js";
import { replacementScores } from "./replacement-scores.js";
import type { ReportScores } from "./report-scores.js";
import { responseScores } from "./response-scores.js";
import { type CohortRound, shuffledCohortPair } from "./shuffled-cohort-pair.js";
import { subsetScores } from "./subset-scores.js";
import { channelRatios, worstChannelCohort } from "./worst-channel-cohort.js";

const REPORTS = [...PURE_REPORTS, "approximateLocal", "unboundedChannel"] as const;

type LocalKind = (typeof REPORTS)[number];
type Kinds = "report" | (typeof SHUFFLES)[number];
type LocalReport = CoveredRound<Kinds, LocalKind>["report"];

const METHOD = "cohort-lower";
/** Beyond it a report is as good as in the clear; a smaller one spends less. */
const MAX_LOCAL_EPSILON = 30;
const WORST_RANDOMIZER =
  "this is what some randomizer of that local epsilon and delta spends: one that is known may spend less";
const WORST_SETS =
  "this is what some randomizer of that epsilon, mass and overlap spends: one that is known may spend less";

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
function loneReport(round: Round<"report", LocalReport>): readonly Cohort[] {
  const { report } = round;
  const source = cohortSource("one report, its pair");
  switch (report.kind) {
    case "local": {
      const { loss } = localLossOfRound({ ...round, report }, "replace-one", 1);
      return [{ loss, source, remark: WORST_RANDOMIZER }];
    }
    case "laplaceScalar": {
      const laplaceScale = Math.max(report.noiseToWidth, 1 / MAX_LOCAL_EPSILON);
      return [{ loss: laplacePrivacyLoss({ laplaceScale }), source }];
    }
    case "randomizedResponse":
      return [{ loss: twoLevelLoss(report.epsilon, 1 / report.categories, 0), source }];
    case "subsetResponse": {
      const { epsilon, mass, overlap = 0 } = report;
      return [{ loss: twoLevelLoss(epsilon, mass, overlap), source, remark: WORST_SETS }];
    }
    case "answers": {
      const losses = report.parts.map(({ of, times }) => answerLoss(of).compose(times));
      return [{ loss: composePld(losses), source, ...remarkOn(report) }];
    }
    case "discreteChannel": {
      const cohort = worstChannelCohort(report.matrix);
      if (cohort === undefined) return [{ loss: NOTHING, source }];
      const { record, replacement } = cohort;
      return [{ loss: discretePrivacyLoss({ massP: [...record], massQ: [...replacement] }), source }];
    }
  }
}

function answerLoss(of: AnswerRandomizer): PrivacyLossDistribution {
  return of.kind === "subsetResponse"
    ? twoLevelLoss(of.epsilon, of.mass, of.overlap ?? 0)
    : twoLevelLoss(of.epsilon, 1 / of.categories, 0);
}

/** An answer's sets may be any of its description. */
function remarkOn({ parts }: AnswersReport): Pick<Cohort, "remark"> {
  return parts.some(({ of }) => of.kind === "subsetResponse") ? { remark: WORST_SETS } : {};
}

/** With probability `own` high and low levels change places. */
function twoLevelLoss(localEpsilon: number, mass: number, overlap: number): PrivacyLossDistribution {
  const own = Math.min(mass - overlap, 1 - mass);
  const high = own / (mass + (1 - mass) * Math.exp(-localEpsilon));
  const low = own / (1 + Math.expm1(localEpsilon) * mass);
  const rest = Math.max(0, 1 - high - low);
  return discretePrivacyLoss({ massP: [high, low, rest], massQ: [low, high, rest] });
}

/** Shuffled reports of a cohort all of whose others hold one record. */
function shuffledReports(round: Round<(typeof SHUFFLES)[number], LocalReport>): readonly Cohort[] {
  if (round.weightShuffle) throw notApplicable(METHOD, "the permuted weights may hide the reports");
  const { report } = round;
  if (report.kind === "discreteChannel" && worstChannelCohort(report.matrix) === undefined) {
    return [{ loss: NOTHING, source: cohortSource("all inputs have one law") }];
  }
  if (report.epsilon === 0) {
    return [{ loss: NOTHING, source: cohortSource("reports that tell nothing") }];
  }
  const isCheckIn = round.kind === "checkInShuffle";
  const revealed = report.kind === "local" ? (report.delta ?? 0) : 0;
  const common = {
    reports: isCheckIn ? round.users : round.reports,
    samplingRate: round.samplingRate,
    isCheckIn,
    ...(revealed > 0 && { revealed }),
    ...dummiesOf(round),
  };
  return cohortsAmong(report).map(({ holding, ...said }) => ({
    ...said,
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

interface Others {
  readonly holding: Holding;
  readonly source: string;
  readonly remark?: string;
}

function cohortsAmong(report: LocalReport): readonly Others[] {
  switch (report.kind) {
    case "local":
      return [
        { ...others("third", "3-ary response"), remark: WORST_RANDOMIZER },
        { ...others("replacement", "binary response"), remark: WORST_RANDOMIZER },
      ];
    case "randomizedResponse": {
      const { categories } = report;
      if (categories === 2) return [others("replacement", "binary response")];
      return both(`${categories}-ary response`);
    }
    case "subsetResponse":
      return both("a response of two levels").map((each) => ({ ...each, remark: WORST_SETS }));
    case "laplaceScalar":
      return [others("replacement", "a number at an end of its interval, Laplace noise")];
    case "answers":
      return both("several answers, in each").map((each) => ({ ...each, ...remarkOn(report) }));
    case "discreteChannel":
      return [
        { holding: "third", source: cohortSource("the three inputs that hide each other least") },
        others("replacement", "the two inputs of which one hides the other least"),
      ];
  }
}

/** Most tells a third record apart; at epsilons near the local one the replacement does. */
function both(response: string): readonly Others[] {
  return [others("third", response), others("replacement", response)];
}

function others(holding: Holding, response: string): Others {
  const what = holding === "third" ? "a third record" : "the replacement";
  return { holding, source: cohortSource(`${response}, all others holding ${what}`) };
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
  switch (report.kind) {
    case "local":
      return responseScores({ localEpsilon, categories: holding === "third" ? 3 : 2, copies });
    case "randomizedResponse": {
      const { categories } = report;
      return holding === "third" || categories === 2
        ? responseScores({ localEpsilon, categories, copies })
        : replacementScores({ localEpsilon, mass: 1 / categories, overlap: 0, copies });
    }
    case "subsetResponse": {
      const sets = { localEpsilon, mass: report.mass, overlap: report.overlap ?? 0, copies };
      return holding === "third" ? subsetScores(sets) : replacementScores(sets);
    }
    case "laplaceScalar":
      return laplaceScores({ localEpsilon, copies });
    case "answers":
      return likelihoodScores(answerCohort(report.parts, holding), copies);
    case "discreteChannel": {
      const cohort = worstChannelCohort(report.matrix, holding === "third" ? undefined : "replacement")!;
      const { record, replacement } = cohort;
      const ratio = channelRatios(cohort);
      const laws = { others: cohort.others, changed: [record, replacement] as const, ratio };
      return likelihoodScores({ ...laws, massError: ROUNDING.longFormula }, copies);
    }
  }
}
