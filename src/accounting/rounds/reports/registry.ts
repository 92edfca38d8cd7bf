import type { LevelsReport, LocalReport, Report } from "../round.js";
import { answersReport } from "./answers-report.js";
import { discreteChannelReport } from "./discrete-channel-report.js";
import { dummyCountsReport } from "./dummy-counts-report.js";
import { gaussianReport } from "./gaussian-report.js";
import { gaussianScalarReport } from "./gaussian-scalar-report.js";
import { laplaceScalarReport } from "./laplace-scalar-report.js";
import { localReport } from "./local-report.js";
import type { LevelsRow, LocalRow } from "./local-row.js";
import { randomizedResponseReport } from "./randomized-response-report.js";
import type { ReportKind, ReportRow } from "./report-kind.js";
import { subsetResponseReport } from "./subset-response-report.js";

/** Reports of two levels; a kind that is missing here does not compile. */
const LEVELS_ROWS: { readonly [Kind in LevelsReport["kind"]]: LevelsRow<Kind> } = {
  local: localReport,
  randomizedResponse: randomizedResponseReport,
  subsetResponse: subsetResponseReport,
};

/** Local randomizers' reports; a kind that is missing here does not compile. */
export const LOCAL_ROWS: { readonly [Kind in LocalReport["kind"]]: LocalRow<Kind> } = {
  ...LEVELS_ROWS,
  discreteChannel: discreteChannelReport,
  laplaceScalar: laplaceScalarReport,
  answers: answersReport,
};

/** Every kind of report, in the order of words and tables; one that is missing here does not compile. */
export const REPORT_ROWS: { readonly [Kind in Report["kind"]]: ReportRow<Kind> } = {
  gaussian: gaussianReport,
  ...LEVELS_ROWS,
  discreteChannel: discreteChannelReport,
  laplaceScalar: laplaceScalarReport,
  gaussianScalar: gaussianScalarReport,
  answers: answersReport,
  dummyCounts: dummyCountsReport,
};

/** What coverage calls reports of every kind. */
export const REPORT_WORDS: Readonly<Record<ReportKind, string>> = Object.assign(
  {},
  ...Object.values(REPORT_ROWS).map(({ words }) => words),
);

/** Which of the kinds that coverage distinguishes a report is of. */
export function reportKindOf(report: Report): ReportKind {
  return REPORT_ROWS[report.kind].coveredAs(report as never);
}

/** The row of a local randomizer's report. */
export function localRowOf<Kind extends LocalReport["kind"]>({
  kind,
}: {
  readonly kind: Kind;
}): LocalRow<Kind> {
  return LOCAL_ROWS[kind];
}

export function isLevels(report: Report): report is LevelsReport {
  return Object.hasOwn(LEVELS_ROWS, report.kind);
}

/** The row of a report of two levels. */
export function levelsRowOf<Kind extends LevelsReport["kind"]>({
  kind,
}: {
  readonly kind: Kind;
}): LevelsRow<Kind> {
  return LEVELS_ROWS[kind];
}
