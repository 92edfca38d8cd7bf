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

type RowOf<Kind extends Report["kind"]> = Kind extends LevelsReport["kind"]
  ? LevelsRow<Kind>
  : Kind extends LocalReport["kind"]
    ? LocalRow<Kind>
    : ReportRow<Kind>;

/** Every kind of report; one that is missing here does not compile. */
export const REPORT_ROWS: { readonly [Kind in Report["kind"]]: RowOf<Kind> } = {
  gaussian: gaussianReport,
  local: localReport,
  randomizedResponse: randomizedResponseReport,
  subsetResponse: subsetResponseReport,
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
  return REPORT_ROWS[kind] as unknown as LocalRow<Kind>;
}

export function isLevels(report: Report): report is LevelsReport {
  return "shapeOf" in REPORT_ROWS[report.kind];
}

/** The row of a report of two levels. */
export function levelsRowOf<Kind extends LevelsReport["kind"]>({
  kind,
}: {
  readonly kind: Kind;
}): LevelsRow<Kind> {
  return REPORT_ROWS[kind] as unknown as LevelsRow<Kind>;
}
