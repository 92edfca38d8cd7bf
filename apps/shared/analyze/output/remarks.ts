import type { ColumnEstimates, Estimate } from "../../../../src/analytics/index.js";
import { formatConfidence, formatNumber } from "../../../../src/privacy/format-number.js";
import { escapeControls } from "../../words/escape-controls.js";
import { type TableRow, tableRows } from "./table-rows.js";

/** Names of a column that one remark lists. */
const LISTED = 3;

/** What a reader could take for more than it is: intervals that noise has pushed together to one number. */
export function remarksOf(columns: readonly ColumnEstimates[], confidence: number): string[] {
  return columns.flatMap((column) => {
    const rows = tableRows(column).filter(isCrushed);
    return rows.length === 0 ? [] : [remark(column, rows, confidence)];
  });
}

/**
 * An interval of a single number, with the estimate beyond it: the noise went farther than the interval
 * allows for.
 */
function isCrushed({ count, figure }: TableRow): boolean {
  return [count, figure].some((each) => each !== undefined && each.lower === each.upper && isFar(each));
}

function isFar({ estimate, lower, standardError }: Estimate): boolean {
  return Math.abs(estimate - lower) > standardError;
}

function remark({ column, kind }: ColumnEstimates, rows: readonly TableRow[], confidence: number): string {
  const { figure, count } = rows[0]!;
  const { lower, estimate } = (count ?? figure)!;
  const names = rows.slice(0, LISTED).map(({ group, name }) => [group, name].filter(Boolean).join(", "));
  const more = rows.length > LISTED ? `, and ${rows.length - LISTED} more` : "";
  const what =
    kind === "mean" ? "the mean" : `${names.map((name) => JSON.stringify(name)).join(", ")}${more}`;
  const first = `as the noise took the estimate (${formatNumber(estimate)}${rows.length > 1 ? " for the first" : ""}) farther beyond it than intervals reach`;
  const either = `Either the true figure is exactly this number, or the interval is one of those that do not hold it (${formatConfidence(confidence)} of them do).`;
  return escapeControls(
    `Column ${JSON.stringify(column)}: the interval of ${what} is the one number ${formatNumber(lower)}, ${first}. ${either}`,
  );
}
