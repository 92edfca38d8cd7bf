import type { SurveyResult } from "../../../src/federated/index.js";
import { shownEdge } from "../../shared/analyze/output/choice-names.js";
import { quantileRows } from "../../shared/analyze/output/quantile-rows.js";
import { remarksOf } from "../../shared/analyze/output/remarks.js";
import { tableRows } from "../../shared/analyze/output/table-rows.js";
import { element } from "../dom/element.js";
import { counted, formatDown, formatNumber, formatUp } from "../dom/words.js";

/** Of the published intervals. */
const CONFIDENCE = 0.95;

/** A round's published result. */
export function resultTable({ round, reports, dummies, estimates }: SurveyResult): readonly HTMLElement[] {
  const head = element("h2", {}, `Result of round ${round}`);
  const counts = element(
    "p",
    {},
    `${counted(reports, "report")}, and ${counted(dummies, "dummy", "dummies")} a question.`,
  );
  if (estimates === null)
    return [
      head,
      counts,
      element("p", {}, "Nothing is published: more records are invalid than the study allows."),
    ];
  const tables = estimates.flatMap((column) => [columnTable(column), ...quantileTable(column)]);
  const remarks = remarksOf(estimates, CONFIDENCE).map((words) => element("p", {}, words));
  return [head, counts, ...tables, ...remarks];
}

type Column = NonNullable<SurveyResult["estimates"]>[number];

/** Shares of users, or a mean. */
function columnTable(column: Column): HTMLElement {
  const shown = (figure: number, format = formatNumber): string =>
    column.kind === "mean" ? format(figure) : `${format(100 * figure)} %`;
  const rows = tableRows(column).map(({ group, name, figure }): FigureRow => {
    const head = [group, name].filter((part) => part !== "").join(" / ") || column.kind;
    if (figure === undefined) return [head, "unknown", ""];
    const { estimate, lower, upper } = figure;
    return [head, shown(estimate), `${shown(lower, formatDown)} to ${shown(upper, formatUp)}`];
  });
  return estimatesTable(column.column, rows);
}

/** Their intervals end at edges of bins, which are exact; nothing where none were asked for. */
function quantileTable(column: Column): readonly HTMLElement[] {
  const rows = quantileRows(column).map(({ group, figure }): FigureRow => {
    const { probability, estimate, lower, upper } = figure;
    const head = [group, String(probability)].filter((part) => part !== "").join(" / ");
    return [head, formatNumber(estimate), `${shownEdge(lower)} to ${shownEdge(upper)}`];
  });
  return rows.length === 0 ? [] : [estimatesTable(`Quantiles of ${column.column}`, rows)];
}

type FigureRow = readonly [head: string, estimate: string, interval: string];

function estimatesTable(caption: string, rows: readonly FigureRow[]): HTMLElement {
  const classOf = (index: number): { class?: string } => (index === 0 ? {} : { class: "number" });
  const titles = ["", "estimate", "95 % interval"].map((title, index) =>
    element("th", { scope: "col", ...classOf(index) }, title),
  );
  const lines = rows.map((row) =>
    element(
      "tr",
      {},
      row.map((cell, index) => element("td", classOf(index), cell)),
    ),
  );
  const table = element(
    "table",
    {},
    element("caption", {}, caption),
    element("thead", {}, element("tr", {}, titles)),
    element("tbody", {}, lines),
  );
  return element("div", { class: "scroll" }, table);
}
