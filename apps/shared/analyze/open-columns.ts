import { type ColumnValues, choiceValues, numberValues } from "./column-values.js";
import type { AnalyzePlan, CellWriting, ChoicesPlan, ColumnPlan } from "./plan.js";
import {
  type ChoiceColumn,
  choicesReady,
  groupsReady,
  numbersReady,
  type ReadyColumn,
} from "./ready-column.js";

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
  finish(): ReadyColumn[];
}

/** A column that is being read. */
interface OpenColumn extends ColumnValues {
  ready(groups: ChoiceColumn | undefined): ReadyColumn;
}

/** Opens the columns of a plan. */
export function openColumns(plan: AnalyzePlan): OpenColumns {
  const { groupBy } = plan;
  const columns = plan.columns.map((column) => openColumn(column, plan));
  const groups = groupBy && openChoices(groupBy, plan);
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
      return columns.map((column) => column.ready(grouping));
    },
  };
}

function openColumn(plan: ColumnPlan, writing: CellWriting): OpenColumn {
  if (plan.kind !== "mean") return openChoices(plan, writing);
  const numbers = numberValues(plan, writing);
  return {
    push: numbers.push,
    end: numbers.end,
    ready: () => numbersReady(plan, numbers.finish()),
  };
}

function openChoices(plan: ChoicesPlan, writing: CellWriting): OpenColumn & { finish(): ChoiceColumn } {
  const values = choiceValues(plan, writing);
  const quantiles = plan.kind === "histogram" ? plan.quantiles : [];
  const finish = (): ChoiceColumn => ({ column: plan.column, quantiles, ...values.finish() });
  return {
    push: values.push,
    end: values.end,
    finish,
    ready: (groups) => (groups === undefined ? choicesReady(finish()) : groupsReady(finish(), groups)),
  };
}
