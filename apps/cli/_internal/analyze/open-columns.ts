import type { RandomSource } from "../../../../src/random/index.js";
import {
  type ChoiceColumn,
  type CollectedColumn,
  collectChoices,
  collectGroups,
  collectNumbers,
  type ReportOptions,
} from "./collect-column.js";
import { choiceValues, numberValues } from "./column-values.js";
import { type AnalyzePlan, type ChoicesPlan, type ColumnPlan, epsilonPerReport } from "./plan.js";

/** The columns of a plan while they are read. */
export interface OpenColumns {
  /** Their names, and that of the groups' column. */
  readonly names: readonly string[];
  /** Takes a record's cells, in the order of the names. */
  push(cells: readonly string[], line: number): void;
  /** Randomizes and shuffles every user's reports about each column, once all records are there. */
  collect(source: RandomSource): CollectedColumn[];
}

/** A column that is being read. */
interface OpenColumn {
  push(text: string, line: number): void;
  collect(options: ReportOptions, groups: ChoiceColumn | undefined): CollectedColumn;
}

/** Opens the columns of a plan. */
export function openColumns(plan: AnalyzePlan): OpenColumns {
  const { groupBy, decimalComma } = plan;
  const columns = plan.columns.map((column) => openColumn(column, decimalComma));
  const groups = groupBy && openChoices(groupBy, decimalComma);
  const all = groups === undefined ? columns : [...columns, groups];
  const localEpsilon = epsilonPerReport(plan);
  return {
    names: [...plan.columns, ...(groupBy === undefined ? [] : [groupBy])].map(({ column }) => column),
    push(cells, line) {
      all.forEach((column, place) => {
        column.push(cells[place]!, line);
      });
    },
    collect(source) {
      const grouping = groups?.finish();
      return columns.map((column, place) =>
        column.collect({ localEpsilon, source: source.fork(place) }, grouping),
      );
    },
  };
}

function openColumn(plan: ColumnPlan, decimalComma: boolean): OpenColumn {
  if (plan.kind !== "mean") return openChoices(plan, decimalComma);
  const numbers = numberValues(plan, decimalComma);
  return {
    push: numbers.push,
    collect: (options) => collectNumbers(plan, numbers.values, options),
  };
}

function openChoices(plan: ChoicesPlan, decimalComma: boolean): OpenColumn & { finish(): ChoiceColumn } {
  const values = choiceValues(plan, decimalComma);
  const quantiles = plan.kind === "histogram" ? plan.quantiles : [];
  const finish = (): ChoiceColumn => ({ column: plan.column, quantiles, ...values.finish() });
  return {
    push: values.push,
    finish,
    collect: (options, groups) =>
      groups === undefined ? collectChoices(finish(), options) : collectGroups(finish(), groups, options),
  };
}
