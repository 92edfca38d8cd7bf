import type { ColumnEstimates } from "../../../../src/analytics/index.js";
import { formatUp } from "../../../../src/privacy/format-number.js";
import { LOCAL_EPSILONS } from "../../../../src/validate.js";
import { escapeControls } from "../../words/escape-controls.js";

/** What takes privacy away that the figures do not count. */
export function warningsOf(columns: readonly ColumnEstimates[], seeded: boolean): string[] {
  return [
    ...(seeded ? [SEEDED] : []),
    ...(columns.some(({ dummies }) => dummies !== undefined) ? [trustInShuffler(columns)] : []),
    ...columns.filter(disclosesCategories).map(disclosure),
  ];
}

/** What the figures of reports among random numbers of dummies assume, and others do not. */
function trustInShuffler(columns: readonly ColumnEstimates[]): string {
  const localEpsilon = Math.max(...columns.map((column) => column.localEpsilon));
  const sent =
    localEpsilon < LOCAL_EPSILONS.max
      ? `reports of epsilon ${formatUp(localEpsilon)} each`
      : "the users' true answers";
  return `The shuffler must add the dummies: it draws their numbers afresh and in secret, marks none and shows nobody the reports before. It sees ${sent}; if it works with the analyst, that is all that protects them. Nothing is assumed of the other users.`;
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
