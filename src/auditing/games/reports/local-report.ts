import type { LocalEvent } from "../../../privacy/index.js";
import { ONE_OF_THREE } from "./records.js";
import type { ReportRow } from "./report-row.js";
import { responseRows } from "./response-rows.js";

/** Any local randomizer of an epsilon and a delta: the worst that there is. */
export const localReport: ReportRow<"local"> = {
  records: () => ONE_OF_THREE,
  lawsOf: (event, { records = [event.epsilon > Math.LN2 ? 2 : 1] }) => ({
    laws: { kind: "finite", rows: localRows(event, [0, 1, ...records]) },
    records,
  }),
  // Binary response is the worst lone one.
  loneCohort: [1],
};

/**
 * A k-ary response, shown with its record with probability delta: the randomizer of that epsilon and delta
 * that the others hide least.
 */
function localRows({ epsilon, delta = 0 }: LocalEvent, records: readonly number[]): (readonly number[])[] {
  const categories = Math.max(2, 1 + Math.max(...records));
  const rows = responseRows({ kind: "randomizedResponse", epsilon, categories }, records);
  return rows.map((row, i) => [
    ...row.map((each) => (1 - delta) * each),
    ...[0, 1, 2].map((record) => (records[i] === record ? delta : 0)),
  ]);
}
