import type { FiniteLaws } from "../_internal/report-laws.js";
import { indexBelow } from "./records.js";
import type { ReportRow } from "./report-row.js";
import { responseRows } from "./response-rows.js";

/** k-ary randomized response. */
export const randomizedResponseReport: ReportRow<"randomizedResponse", FiniteLaws> = {
  records: ({ categories }) => ({
    range: indexBelow(categories),
    searched: [0, 1, 2, 3].slice(0, categories),
  }),
  lawsOf: (event, { records = [Math.min(2, event.categories - 1)] }) => ({
    laws: { kind: "finite", rows: responseRows(event, [0, 1, ...records]) },
    records,
  }),
  withDummy: ({ categories }, { kind, rows }) => ({
    kind,
    rows: [...rows, anyAnswer(categories, rows[0]!.length)],
  }),
};

/** Any answer alike, the last cell being all that are not named. */
function anyAnswer(categories: number, cells: number): readonly number[] {
  return Array.from({ length: cells }, (_, cell) =>
    cell < cells - 1 ? 1 / categories : (categories - cells + 1) / categories,
  );
}
