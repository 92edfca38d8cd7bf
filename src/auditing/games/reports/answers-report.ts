import { answerCohort } from "../../../accounting/lower/answer-cohort.js";
import { answerParts } from "../../../privacy/answer-parts.js";
import type { AnswersEvent } from "../../../privacy/index.js";
import { ONE_OF_THREE } from "./records.js";
import type { ReportRow } from "./report-row.js";

/** Several answers of a user in one message. */
export const answersReport: ReportRow<"answers"> = {
  records: () => ONE_OF_THREE,
  lawsOf: (event, { records = [2] }) => ({
    laws: { kind: "finite", rows: answerRows(event, [0, 1, ...records]) },
    records,
  }),
};

/** In each answer the record, its replacement or a third. */
function answerRows(event: AnswersEvent, records: readonly number[]): readonly number[][] {
  const { changed, others } = answerCohort(answerParts("event", event.of));
  return records.map((record) => Array.from([...changed, others][record]!));
}
