import type { SurveyResult } from "../../../src/federated/index.js";
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
  const remarks = remarksOf(estimates, CONFIDENCE).map((words) => element("p", {}, words));
  return [head, counts, ...estimates.map(columnTable), ...remarks];
}

type Column = NonNullable<SurveyResult["estimates"]>[number];

function columnTable(column: Column): HTMLElement {
  const shown = (figure: number, format = formatNumber): string =>
    column.kind === "mean" ? format(figure) : `${format(100 * figure)} %`;
  const rows = tableRows(column).map(({ group, name, figure }) =>
    element(
      "tr",
      {},
      element("td", {}, [group, name].filter((part) => part !== "").join(" / ") || column.kind),
      element("td", { class: "number" }, figure === undefined ? "unknown" : shown(figure.estimate)),
      element(
        "td",
        { class: "number" },
        figure === undefined ? "" : `${shown(figure.lower, formatDown)} to ${shown(figure.upper, formatUp)}`,
      ),
    ),
  );
  const titles = ["", "estimate", "95 % interval"].map((title, index) =>
    element("th", { scope: "col", class: index === 0 ? undefined : "number" }, title),
  );
  const table = element(
    "table",
    {},
    element("caption", {}, column.column),
    element("thead", {}, element("tr", {}, titles)),
    element("tbody", {}, rows),
  );
  return element("div", { class: "scroll" }, table);
}
