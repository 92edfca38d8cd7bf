import type { NumberedColumns } from "../../../../src/analytics/columns/collect-numbered-columns.js";
import type { ColumnQuestion, GroupQuestion } from "../../../../src/analytics/index.js";
import { type ColumnValues, choiceValues, numberValues } from "./column-values.js";
import type { AnalyzePlan, CellWriting, ColumnPlan } from "./plan.js";

/** The columns of a plan while they are read. */
export interface OpenColumns {
  /** Their names, and that of the groups' column. */
  readonly names: readonly string[];
  /** Whether an empty cell of one of them counts as something. */
  readonly takesEmpty: boolean;
  /** Takes a record's cells, in the order of the names. */
  push(cells: readonly string[], line: number): void;
  /** Refuses, after the last record, what only all of them show. */
  end(): void;
  /** The columns, once all records are there. */
  finish(): ReadColumns;
}

/** Columns that were read: what is asked of each, and every user's values. */
export interface ReadColumns {
  readonly users: number;
  readonly columns: readonly ColumnQuestion[];
  readonly groupBy: GroupQuestion | undefined;
  readonly numbered: NumberedColumns;
}

/** A column that is being read. */
interface OpenColumn extends ColumnValues {
  finish(): { readonly question: ColumnQuestion; readonly numbers: ArrayLike<number> };
}

/** Opens the columns of a plan. */
export function openColumns(plan: AnalyzePlan): OpenColumns {
  const { groupBy } = plan;
  const columns = plan.columns.map((column) => openColumn(column, plan));
  const groups = groupBy && choiceValues(groupBy, plan);
  const all = groups === undefined ? columns : [...columns, groups];
  const plans = groupBy === undefined ? plan.columns : [...plan.columns, groupBy];
  return {
    names: plans.map(({ column }) => column),
    takesEmpty: plans.some(({ missing }) => missing !== undefined),
    push(cells, line) {
      all.forEach((column, place) => {
        column.push(cells[place]!, line);
      });
    },
    end() {
      for (const column of all) column.end();
    },
    finish() {
      const grouping = groups?.finish();
      const read = columns.map((column) => column.finish());
      const values = read.map(({ numbers }) => numbers);
      return {
        users: values[0]!.length,
        columns: read.map(({ question }) => question),
        groupBy: grouping?.question,
        numbered: { values, groups: grouping?.numbers },
      };
    },
  };
}

function openColumn(plan: ColumnPlan, writing: CellWriting): OpenColumn {
  if (plan.kind !== "mean") return choiceValues(plan, writing);
  const { push, end, finish } = numberValues(plan, writing);
  const { kind, column, lower, upper } = plan;
  return { push, end, finish: () => ({ question: { kind, column, lower, upper }, numbers: finish() }) };
}
