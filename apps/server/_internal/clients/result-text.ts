import { formatDown, formatNumber, formatUp } from "../../../../src/privacy/format-number.js";
import { formatTable } from "../../../shared/words/format-table.js";
import { groupDigits } from "../../../shared/words/group-digits.js";
import { wrapText } from "../../../shared/words/wrap-text.js";
import { figuresText } from "../study/figures-text.js";
import type { ReportedShare, ResultReport } from "./result-report.js";

/** A simulated round for a person: shares beside the truth, what was spent, and against whom. */
export function resultText(report: ResultReport, width: number): string {
  const { round, clients, acknowledged, reports, dummies, invalid } = report;
  const head =
    `Round ${round} of study ${report.study}: ${groupDigits(clients)} clients, ${groupDigits(acknowledged)} acknowledged; ` +
    `${groupDigits(reports)} reports and ${groupDigits(dummies)} dummies a slot, ${invalid.join(", ")} invalid.`;
  return [
    wrapText(head, { width }),
    "",
    sharesText(report.estimates, width),
    "",
    spentText(report, width),
  ].join("\n");
}

/** What was spent of the budget, the figures by adversary, and what one operator in both roles sees. */
export function spentText(
  { figures, budget }: Pick<ResultReport, "figures" | "budget">,
  width: number,
): string {
  const spent =
    `Spent: epsilon ${formatUp(budget.spent)} of ${budget.epsilon} (delta ${budget.delta}, ${budget.adjacency}) for the population ` +
    `${budget.population}, after ${budget.rounds.charged} of ${budget.rounds.planned} rounds. By adversary:`;
  const operator = `One operator in both roles sees what the last line says: epsilon ${formatUp(figures.local.guarantee.epsilon.upper)}.`;
  return [wrapText(spent, { width }), "", figuresText(figures, width), wrapText(operator, { width })].join(
    "\n",
  );
}

/** The estimates as a table, beside the truth. */
export function sharesText(estimates: readonly ReportedShare[], width: number): string {
  if (estimates.length === 0) return "Nothing is published: more records are invalid than the study allows.";
  return formatTable(
    [
      { title: "column", wraps: true },
      { title: "value", wraps: true },
      { title: "estimate", align: "right" },
      { title: "95 % interval", align: "right" },
      { title: "truth", align: "right" },
    ],
    estimates.map(({ column, kind, group, value, estimate, lower, upper, truth }) => {
      const shown = (figure: number, format = formatNumber): string =>
        kind === "mean" ? format(figure) : `${format(100 * figure)} %`;
      const name = [group, value].filter(Boolean).join(" / ") || (kind === "mean" ? "mean" : "all");
      return [
        column,
        name,
        shown(estimate),
        `${shown(lower, formatDown)} to ${shown(upper, formatUp)}`,
        shown(truth),
      ];
    }),
    width,
  );
}
