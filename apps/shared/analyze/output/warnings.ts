import type { ColumnEstimates } from "../../../../src/analytics/index.js";
import { escapeControls } from "../../words/escape-controls.js";

/** What takes privacy away that the figures do not count. */
export function warningsOf(columns: readonly ColumnEstimates[], seeded: boolean): string[] {
  return [...(seeded ? [SEEDED] : []), ...columns.filter(disclosesCategories).map(disclosure)];
}

const SEEDED =
  "Seeded: not private. Whoever knows the seed can take the noise away; the figures are those of the same run without a seed.";

function disclosesCategories(report: ColumnEstimates): boolean {
  return "categoriesDisclosed" in report && report.categoriesDisclosed;
}

function disclosure(report: ColumnEstimates): string {
  const names = report.kind === "groups" ? [report.column, report.groupBy] : [report.column];
  const column = names.map((name) => escapeControls(JSON.stringify(name))).join(" by ");
  return `Column ${column}: the list of categories is disclosed as it is. It was taken from the data, a value that only one user holds included, and no figure here covers that. Give --categories from public knowledge.`;
}
