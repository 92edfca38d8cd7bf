import type { SimultaneousOptions } from "../estimate.js";
import type { ColumnQuestion } from "./column-question.js";

/** What of a question says how many tables of intervals answer it. */
export type TablesOf =
  | Pick<Extract<ColumnQuestion, { kind: "histogram" }>, "kind" | "quantiles">
  | { readonly kind: "frequencies" | "mean" };

/**
 * The confidence of each table of intervals: those of one table hold together where that is asked for, and
 * those of all tables by Bonferroni's inequality. Quantiles are a table of their own.
 */
export function confidencePerTable(
  questions: readonly TablesOf[],
  { confidence, simultaneous }: Required<SimultaneousOptions>,
): number {
  const tables = tableCount(questions);
  return simultaneous && tables > 1 ? 1 - (1 - confidence) / tables : confidence;
}

/** How many tables of intervals answer some questions. */
export function tableCount(questions: readonly TablesOf[]): number {
  return questions.reduce((sum, question) => sum + (hasQuantiles(question) ? 2 : 1), 0);
}

function hasQuantiles(question: TablesOf): boolean {
  return question.kind === "histogram" && (question.quantiles ?? []).length > 0;
}
