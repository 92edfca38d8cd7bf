import type { MechanismEvent } from "../../../privacy/index.js";
import { answersReport } from "./answers-report.js";
import { discreteChannelReport } from "./discrete-channel-report.js";
import { gaussianReport } from "./gaussian-report.js";
import { gaussianScalarReport } from "./gaussian-scalar-report.js";
import { laplaceScalarReport } from "./laplace-scalar-report.js";
import { localReport } from "./local-report.js";
import { randomizedResponseReport } from "./randomized-response-report.js";
import type { ReportEvent, ReportKind, ReportRow } from "./report-row.js";
import { subsetResponseReport } from "./subset-response-report.js";

/** Every kind of report; one that is missing here does not compile. */
const REPORT_ROWS: { readonly [Kind in ReportKind]: ReportRow<Kind> } = {
  gaussian: gaussianReport,
  local: localReport,
  randomizedResponse: randomizedResponseReport,
  subsetResponse: subsetResponseReport,
  discreteChannel: discreteChannelReport,
  laplaceScalar: laplaceScalarReport,
  gaussianScalar: gaussianScalarReport,
  answers: answersReport,
};

export function isReport(event: MechanismEvent): event is ReportEvent {
  return Object.hasOwn(REPORT_ROWS, event.kind);
}

/** What games know of a report's kind. */
export function rowOf({ kind }: ReportEvent): ReportRow<ReportKind> {
  return REPORT_ROWS[kind] as ReportRow<ReportKind>;
}
