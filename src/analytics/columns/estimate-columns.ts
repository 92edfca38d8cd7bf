import { checkArray, checkNumber, checkOptions, wrongShape } from "../../validate.js";
import type { ReportsOptions, SimultaneousOptions } from "../estimate.js";
import { estimateColumn } from "./_internal/estimate-column.js";
import type { ColumnEstimates } from "./column-estimates.js";
import { confidencePerTable, tableCount } from "./confidence-per-table.js";
import type { ColumnsPlan } from "./plan-columns.js";

/**
 * The analyzer's role for several columns: the figures of each, from its shuffled reports alone.
 *
 * With `simultaneous` the intervals of all columns hold together (Bonferroni): the error is divided by the
 * number of tables, then by the figures of each; quantiles are a table of their own.
 *
 * @param reports one list per column, in the plan's order, each shuffled by itself
 * @param plan    the plan by which the clients made their reports, see {@link planColumns}
 * @param options how errors are stated
 * @returns one entry per column, in the plan's order
 * @throws DpError OUT_OF_RANGE confidence is outside its range; BAD_INPUT not one list per column, or a
 *   report that the randomizer cannot send
 * @example
 * const plan = planColumns({
 *   columns: [{ kind: "frequencies", column: "smokes", categories: ["no", "yes"] }],
 *   users: 4, localEpsilon: 2, adjacency: "replace-one", delta: 1e-6,
 * });
 * const [smokes] = estimateColumns([[0, 0, 1, 0]], plan);
 * smokes.users; // 4
 */
export function estimateColumns(
  reports: readonly ArrayLike<number>[],
  plan: ColumnsPlan,
  options: ReportsOptions = {},
): ColumnEstimates[] {
  const name = "estimateColumns";
  const { columns } = checkOptions(`${name}: plan`, plan);
  if (checkArray(`${name}: reports`, reports).length !== columns.length)
    throw wrongShape(`${name}: reports`, reports, `${columns.length} lists, one per column`);
  const { dummies = 0 } = checkOptions(name, options);
  const stated = statedErrors(name, plan, options);
  return columns.map((column, place) => {
    const among = column.dummies === undefined ? { dummies } : { dummies: column.dummies, users: plan.users };
    return estimateColumn(reports[place]!, column, { ...stated, ...among });
  });
}

/** How the errors of each table are stated, so that those of all columns are as asked for. */
export function statedErrors(
  name: string,
  { columns }: ColumnsPlan,
  options: SimultaneousOptions,
): Required<SimultaneousOptions> {
  const { confidence = 0.95, simultaneous = false } = checkOptions(name, options);
  const questions = columns.map(({ question }) => question);
  const max = 1 - 1e-6 * (simultaneous ? tableCount(questions) : 1);
  checkNumber(`${name}: confidence`, confidence, { min: 0.5, max });
  return { confidence: confidencePerTable(questions, { confidence, simultaneous }), simultaneous };
}
