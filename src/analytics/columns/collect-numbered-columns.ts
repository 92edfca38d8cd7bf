import { guarantees } from "../../accounting/index.js";
import type { Adjacency } from "../../privacy/index.js";
import type { RandomSource } from "../../random/index.js";
import type { SimultaneousOptions } from "../estimate.js";
import { columnReports } from "./_internal/column-reports.js";
import type { ColumnsCollection } from "./columns-collection.js";
import { estimateColumns } from "./estimate-columns.js";
import type { ColumnsPlan } from "./plan-columns.js";

/** Every user's values, by number: a byte each where a table has millions of rows. */
export interface NumberedColumns {
  /** One list per column: the numbers of categories or bins, or the numbers themselves for a mean. */
  readonly values: readonly ArrayLike<number>[];
  /** The numbers of the users' groups, where the plan has groups. */
  readonly groups?: ArrayLike<number> | undefined;
}

/** What is to be stated, and where the coins come from. */
export interface CollectionTerms extends Required<SimultaneousOptions> {
  readonly adjacency: Adjacency;
  readonly delta: number;
  readonly source: RandomSource;
}

/**
 * Plays the users, the shuffler and the analyzer for values that are numbered, and accounts for all reports
 * together.
 */
export function collectNumberedColumns(
  plan: ColumnsPlan,
  { values, groups }: NumberedColumns,
  { adjacency, delta, source, confidence, simultaneous }: CollectionTerms,
): ColumnsCollection {
  const { users, event, localEpsilon } = plan;
  const accounted = guarantees(event, { adjacency, delta });
  const reports = plan.columns.map((column, place) =>
    columnReports(column, { values: values[place]!, groups }, source.fork(place)),
  );
  const columns = estimateColumns(reports, plan, { confidence, simultaneous });
  return {
    ...{ columns, users, confidence, simultaneous, localEpsilon, adjacency, delta, event },
    ...accounted,
    seeded: !source.secure,
  };
}
