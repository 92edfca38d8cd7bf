import { memoize } from "../../../../numerics/memoize.js";
import type { GaussianScalarEvent } from "../../../../privacy/index.js";
import type { ReportOf } from "../../../rounds/reports/report-kind.js";
import type {
  AnswersReport,
  LaplaceReport,
  LevelsReport,
  LocalReport,
  Report,
} from "../../../rounds/round.js";
import { answersPair } from "./answers-pair.js";
import { type BlanketPair, blanketPairs } from "./blanket-pairs.js";
import {
  CACHE_SIZE,
  countedReports,
  type ShuffledChannel,
  shuffledChannel,
  shuffledPairs,
} from "./shuffled-channel.js";
import { shuffledScalar } from "./shuffled-scalar.js";

/** Reports whose worst pair of records is computed over the blanket. */
export type KnownReport = Exclude<LocalReport, LevelsReport> | GaussianScalarEvent;

/** Reports of finitely many values: a noisy number's are cut to a grid, and the rarest revealed. */
export type HidingReport = Exclude<KnownReport, LaplaceReport | GaussianScalarEvent>;

/** Reports of one such kind. */
interface KnownLaw<Kind extends KnownReport["kind"]> {
  /** Of which two records the bound is, and where that is proven. */
  readonly worst: string;
  shuffled(report: ReportOf<Kind>, users: number): ShuffledChannel;
}

interface HidingLaw<Kind extends HidingReport["kind"]> extends KnownLaw<Kind> {
  /** The pairs of records that may be the worst, over the blanket. */
  pairs(report: ReportOf<Kind>, reports: number): readonly BlanketPair[];
}

type LawOf<Kind extends KnownReport["kind"]> = Kind extends HidingReport["kind"]
  ? HidingLaw<Kind>
  : KnownLaw<Kind>;

const shuffledAnswers = memoize(
  (report: AnswersReport, users: number) => shuffledPairs([answersPair(report, users)], users),
  { key: (...query) => JSON.stringify(query), capacity: CACHE_SIZE.channels },
);

const ENDS = "of both ends of the interval (docs/theorems/scalar-noise.md)";

/** Every report whose worst pair is known; one that is missing here does not compile. */
const KNOWN_LAWS: { readonly [Kind in KnownReport["kind"]]: LawOf<Kind> } = {
  discreteChannel: {
    worst: "worst over all pairs of inputs (docs/theorems/discrete-channel.md)",
    shuffled: ({ matrix }, users) => shuffledChannel(matrix, users),
    pairs: ({ matrix }, reports) => blanketPairs(matrix, reports),
  },
  answers: {
    worst: "of two records that differ in every answer (docs/theorems/several-answers.md)",
    shuffled: (report, users) => shuffledAnswers(report, countedReports(users)),
    pairs: (report, reports) => [answersPair(report, reports)],
  },
  laplaceScalar: { worst: ENDS, shuffled: shuffledScalar },
  gaussianScalar: { worst: ENDS, shuffled: shuffledScalar },
};

export function isKnown(report: Report): report is KnownReport {
  return Object.hasOwn(KNOWN_LAWS, report.kind);
}

/** Of which two records a bound of such reports is, in words. */
export function worstOf({ kind }: KnownReport): string {
  return KNOWN_LAWS[kind].worst;
}

/** Of one report; Gaussian noise has none. */
export function ownEpsilon(report: KnownReport): number {
  return "epsilon" in report ? report.epsilon : Infinity;
}

/** The privacy profile of a number of shuffled reports. */
export function shuffledReports(report: KnownReport, users: number): ShuffledChannel {
  return KNOWN_LAWS[report.kind].shuffled(report as never, users);
}

export function isHiding(report: Report): report is HidingReport {
  return isKnown(report) && "pairs" in KNOWN_LAWS[report.kind];
}

/** The pairs of records that may be the worst, over the blanket of a number of reports. */
export function pairsOf(report: HidingReport, reports: number): readonly BlanketPair[] {
  return KNOWN_LAWS[report.kind].pairs(report as never, reports);
}
