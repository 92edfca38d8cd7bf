/** Cohorts of rounds with Gaussian noise. */
import { DpError } from "../../errors.js";
import { memoize } from "../../numerics/memoize.js";
import { ROUNDING, roundedUp } from "../../numerics/rounding.js";
import { type Adjacency, type GaussianBySensitivity, sensitivityToClip } from "../../privacy/index.js";
import { poissonGaussianPrivacyLoss } from "../central/poisson-gaussian-privacy-loss.js";
import { notApplicable } from "../claims/not-applicable.js";
import { centralLossOfRound } from "../losses/central-loss.js";
import { shuffledGaussianLossOfRound } from "../losses/shuffled-gaussian-loss.js";
import { asGaussian } from "../rounds/as-gaussian.js";
import {
  ALL_ADJACENCIES,
  type Coverage,
  coveredRound,
  GAUSSIAN_REPORTS,
  SAME_SIZE,
  SHUFFLES,
} from "../rounds/coverage.js";
import type { Round } from "../rounds/round.js";
import { type Cohort, type CohortRule, cohortSource } from "./cohort.js";
import { exchangedRecordPair } from "./exchanged-record-pair.js";
import { gaussianScores } from "./gaussian-scores.js";
import { equalReports, type HiddenVectors, summedReports } from "./hidden-cohorts.js";
import type { NeighbourPair } from "./neighbour-pair.js";
import { outlierScores } from "./outlier-scores.js";
import { type CohortRound, shuffledCohortPair } from "./shuffled-cohort-pair.js";

type GaussianRound<Kind extends Round["kind"]> = Round<Kind, GaussianBySensitivity>;

/**
 * Distance in standard deviations of the noise beyond which more tells nothing; a smaller one spends less.
 * Valid at any: at noise of a tenth of the clip bound half of it lowers a lower end by up to 44 %, and twice
 * as much moves one by -2 to 10 %.
 */
const MAX_DISTANCE = 8;
/**
 * Nearer records have laws that differ by rounding only. Valid at any distance: twice or half of it changes
 * no lower end that is computed.
 */
const MIN_DISTANCE = 1e-8;
/**
 * Distance of neighbouring records from which on single reports may stand out of the rest. Valid at any
 * distance, it saves time: half of it changes no lower end, and twice as much takes up to 65 % off one.
 */
const OUTLYING = 0.7;

const COVERS = [
  {
    rounds: ["report", "poissonSample", "randomAllocation"],
    reports: ["gaussian"],
    adjacencies: ALL_ADJACENCIES,
  },
  { rounds: ["report", ...SHUFFLES], reports: GAUSSIAN_REPORTS, adjacencies: SAME_SIZE },
  { rounds: SHUFFLES, reports: ["gaussian"], adjacencies: SAME_SIZE, blocksAndDummies: "also" },
] as const satisfies readonly Coverage[];

type Kinds = (typeof COVERS)[number]["rounds"][number];

/**
 * The cohorts of a round with Gaussian noise that are looked at.
 *
 * @throws DpError NOT_APPLICABLE no cohort's laws are known
 */
export const gaussianCohorts: CohortRule = {
  covers: COVERS,
  cohortsOf: (given, under) => {
    const covered = coveredRound<Kinds, (typeof GAUSSIAN_REPORTS)[number]>(
      "cohort-lower",
      COVERS,
      given,
      under,
    );
    const round: GaussianRound<Kinds> = { ...covered, report: asGaussian(covered.report) };
    // A number's zero may be an end.
    const adjacency = covered.report.kind === "gaussian" ? under : "replace-one";
    switch (round.kind) {
      case "report":
        return loneGaussian(round, adjacency);
      case "poissonSample":
        return poissonSampled(round, adjacency);
      case "randomAllocation":
        return randomlyAllocated(round, adjacency);
      default:
        return shuffledGaussians(round, adjacency);
    }
  },
};

/** A release of a sum that holds all the others' records, which are known. */
function loneGaussian(round: GaussianRound<"report">, adjacency: Adjacency): readonly Cohort[] {
  const { loss } = centralLossOfRound(round, adjacency, 1);
  return [{ loss, source: cohortSource("the Gaussian mechanism, its pair") }];
}

/** Without others: the record is there or not, or exchanged for its opposite. */
function poissonSampled(
  { samplingRate, report: { noiseMultiplier } }: GaussianRound<"poissonSample">,
  adjacency: Adjacency,
): readonly Cohort[] {
  if (adjacency === "replace-one") {
    const pair = exchangedRecordPair(samplingRate, noiseMultiplier);
    return [{ pair, source: cohortSource("a record exchanged for its opposite") }];
  }
  const loss = poissonGaussianPrivacyLoss({ samplingRate, noiseMultiplier });
  return [{ loss, source: cohortSource("Poisson sampling, its pair") }];
}

/**
 * The batches without the record are reports of zero. Where it is in k batches, the sum of all t is looked
 * at: k in noise σ √t. The round is one of k parts, and 1 in noise σ √(t / k) for each of them is the same.
 */
function randomlyAllocated(
  round: GaussianRound<"randomAllocation">,
  adjacency: Adjacency,
): readonly Cohort[] {
  if (round.joined > 1) return [sumOfBatches(round, adjacency)];
  const batches = { reports: round.steps, samplingRate: 1, isCheckIn: false };
  const { noiseMultiplier } = round.report;
  if (adjacency === "replace-one") {
    const shift = distance(0.5 / noiseMultiplier);
    const source = cohortSource("a record exchanged for its opposite");
    return byScores(source, { ...batches, record: shift, replacement: -shift });
  }
  return withExact(
    () => centralLossOfRound(round, adjacency, 1).loss,
    cohortSource("random allocation, its pair"),
    { ...batches, record: distance(1 / noiseMultiplier), replacement: 0 },
  );
}

function sumOfBatches(
  { report, joined, allSteps }: GaussianRound<"randomAllocation">,
  adjacency: Adjacency,
): Cohort {
  const noiseMultiplier = roundedUp(
    report.noiseMultiplier * Math.sqrt(allSteps / joined),
    ROUNDING.fewOperations,
  );
  const ofSum = { kind: "report", report: { ...report, noiseMultiplier } } as const;
  return {
    loss: centralLossOfRound(ofSum, adjacency, 1).loss,
    source: cohortSource("the sum of all batches, its pair"),
  };
}

/**
 * All others hold the replacement; under zero-out, also: all others hold the opposite of the changed record.
 */
function shuffledGaussians(
  round: GaussianRound<(typeof SHUFFLES)[number]>,
  adjacency: Adjacency,
): readonly Cohort[] {
  if (round.weightShuffle) throw notApplicable("cohort-lower", "the permuted weights may hide the reports");
  const { blocksAndDummies } = round;
  if (blocksAndDummies !== undefined) return hiddenCohorts({ ...round, blocksAndDummies }, adjacency);
  const isCheckIn = round.kind === "checkInShuffle";
  const reports = isCheckIn ? round.users : round.reports;
  const shuffled = { reports, samplingRate: round.samplingRate, isCheckIn };
  const shift = distance(1 / round.report.noiseMultiplier);
  const homogeneous = withExact(
    () => shuffledGaussianLossOfRound(round, adjacency, 1).loss,
    cohortSource("all others hold the replacement"),
    { ...shuffled, record: shift, replacement: 0 },
  );
  if (adjacency !== "zero-out" || shift < MIN_DISTANCE) return homogeneous;
  const opposite = { ...shuffled, record: 2 * shift, replacement: shift };
  return [...homogeneous, ...byScores(cohortSource("all others hold the opposite record"), opposite)];
}

/** All others hold the zero record: their reports, and dummies, are alike. */
function hiddenCohorts(round: HiddenVectors, adjacency: Adjacency): readonly Cohort[] {
  const summed = summedReports(round, adjacency);
  const equal = equalReports(round);
  if (equal === undefined || round.blocksAndDummies.blocks > 1) return [summed];
  const record = distance(1 / (round.report.noiseMultiplier * sensitivityToClip(adjacency)));
  const replacement = adjacency === "replace-one" ? -record : 0;
  if (record < MIN_DISTANCE) return [summed];
  const source = cohortSource("all others hold the zero record");
  return [...byScores(source, { ...equal, isCheckIn: false, record, replacement }), summed];
}

/** The exact pair where it is computed, else what the sum of scores shows of it. */
function withExact(
  exact: () => NonNullable<Cohort["loss"]>,
  source: string,
  round: GaussianReports,
): readonly Cohort[] {
  try {
    return [{ loss: exact(), source }];
  } catch (error) {
    if (!(error instanceof DpError && error.code === "NOT_APPLICABLE")) throw error;
    return byScores(source, round);
  }
}

/** What the sum of all scores shows and, where single reports may stand out of the rest, what those do. */
function byScores(source: string, round: GaussianReports): readonly Cohort[] {
  const pair = gaussianPair(round);
  if (round.record - round.replacement < OUTLYING) return [{ pair, source }];
  return [pair, gaussianPair({ ...round, scores: "outliers" })].map((each) => ({ pair: each, source }));
}

function distance(shift: number): number {
  return Math.min(MAX_DISTANCE, shift);
}

interface GaussianReports extends CohortRound {
  /** Distances from the others' record in standard deviations of the noise. */
  readonly record: number;
  readonly replacement: number;
  /** Of all reports, or of those that stand out only. Default "all". */
  readonly scores?: "all" | "outliers";
}

const gaussianPair = memoize(
  ({ record, replacement, scores = "all", ...round }: GaussianReports): NeighbourPair => {
    if (Math.abs(record) < MIN_DISTANCE) {
      throw notApplicable("cohort-lower", "with so much noise the laws of reports differ by rounding only");
    }
    const copies = (round.reports - 1) * (round.isCheckIn ? round.samplingRate : 1);
    const scoresOf = scores === "all" ? gaussianScores : outlierScores;
    return shuffledCohortPair(scoresOf({ record, replacement, copies }), round);
  },
  { key: (round) => JSON.stringify(round), capacity: 16 },
);
