import { type RandomSource, secureSource } from "../../random/index.js";
import { checkArray, checkArrayLike, checkOneOf, checkOptions, wrongShape } from "../../validate.js";
import { binChoices, categoryChoices } from "../choices.js";
import type { SimultaneousOptions } from "../estimate.js";
import { collectNumberedColumns } from "./collect-numbered-columns.js";
import {
  type ColumnQuestion,
  type FrequencyQuestion,
  type GroupQuestion,
  type HistogramQuestion,
  type MeanQuestion,
  QUESTION_KINDS,
} from "./column-question.js";
import type { ColumnsBudget } from "./columns-budget.js";
import type { ColumnsCollection } from "./columns-collection.js";
import { statedErrors } from "./estimate-columns.js";
import { columnsPlan } from "./plan-columns.js";

/** A column with every user's value, in the same order of users in each column. */
export type ColumnWithValues = CategoryColumn | BinColumn | NumberColumn;

/** A column of categories. */
export interface CategoryColumn extends Omit<FrequencyQuestion, "categories" | "categoriesDisclosed"> {
  /**
   * Every category that a user may hold, from public knowledge; when left out, those that occur, in their
   * sort order.
   */
  readonly categories?: readonly string[];
  readonly values: readonly string[];
}

/** A column of numbers that are counted in bins. */
export interface BinColumn extends HistogramQuestion {
  readonly values: ArrayLike<number>;
}

/** A column of numbers whose mean is wanted. */
export interface NumberColumn extends MeanQuestion {
  readonly values: ArrayLike<number>;
}

/** The column that puts users into groups. */
export type GroupColumn = CategoryColumn | Omit<BinColumn, "quantiles">;

/** What {@link collectColumns} collects, and how. */
export interface CollectColumnsOptions extends ColumnsBudget, SimultaneousOptions {
  /** At least one. */
  readonly columns: readonly ColumnWithValues[];
  /** The groups within which the columns are analyzed; a mean cannot be. */
  readonly groupBy?: GroupColumn | undefined;
  /** Where randomizers and shuffler draw from; the platform's secure source by default. */
  readonly source?: RandomSource;
}

/**
 * Several columns of the same users under one guarantee, in one process: plays every user, the shuffler and
 * the analyzer.
 *
 * The same as {@link planColumns}, {@link encodeReports} and {@link shuffleReports} for each column, and
 * {@link estimateColumns}, with the guarantees of the plan's event. The caller sees all values: for users who
 * do not trust the caller, run the roles apart. Assumes: each user has one value in each column; honest
 * shuffler (where a guarantee says so).
 *
 * @param options.columns    shares, histograms and means; a column may be named again for another question
 * @param options.confidence of every interval by itself, or of all together with `simultaneous`
 * @returns the estimates of each column, and what all of them spend together
 * @throws DpError OUT_OF_RANGE a number is outside its range; BAD_INPUT no columns or values, columns of
 *   unlike length, a value outside its categories, and what {@link planColumns} refuses; NOT_APPLICABLE no
 *   proven figure meets the target under this adjacency
 * @example
 * const { columns } = collectColumns({
 *   columns: [
 *     { kind: "frequencies", column: "smokes", categories: ["no", "yes"], values: ["no", "yes", "no"] },
 *     { kind: "mean", column: "age", lower: 18, upper: 100, values: [31, 44, 58] },
 *   ],
 *   localEpsilon: 4, adjacency: "replace-one", delta: 1e-6,
 * });
 * columns.map(({ localEpsilon }) => localEpsilon); // [2, 2]
 */
export function collectColumns(options: CollectColumnsOptions): ColumnsCollection {
  const name = "collectColumns";
  const users = checkUsers(name, options);
  const { columns, groupBy, adjacency, delta, confidence = 0.95, simultaneous = false } = options;
  const numbered = columns.map((column, place) => numberedColumn(`${name}: columns[${place}]`, column));
  const groups = groupBy && numberedColumn(`${name}: groupBy`, groupBy);
  const plan = columnsPlan(name, {
    ...options,
    users,
    columns: numbered.map(({ question }) => question),
    groupBy: groups?.question as GroupQuestion | undefined,
  });
  statedErrors(name, plan, { confidence, simultaneous }); // refuses a confidence before any report is made
  const values = { values: numbered.map(({ numbers }) => numbers), groups: groups?.numbers };
  const { source = secureSource() } = options;
  return collectNumberedColumns(plan, values, { adjacency, delta, source, confidence, simultaneous });
}

interface NumberedColumn {
  readonly question: ColumnQuestion;
  readonly numbers: ArrayLike<number>;
}

function numberedColumn(path: string, column: ColumnWithValues | GroupColumn): NumberedColumn {
  checkOneOf(`${path}.kind`, column.kind, QUESTION_KINDS);
  if (column.kind === "mean") {
    const { values: numbers, ...question } = column;
    return { question, numbers };
  }
  if (column.kind === "histogram") {
    const { values, ...question } = column;
    const { indexOf } = binChoices(path, question);
    return { question, numbers: Uint32Array.from(values, indexOf) };
  }
  const { values, ...named } = column;
  const { categories = [...new Set(values)].sort() } = named;
  const { indexOf } = categoryChoices(path, { categories });
  const question = { ...named, categories, categoriesDisclosed: named.categories === undefined };
  return { question, numbers: Uint32Array.from(values, indexOf) };
}

/** How many users there are: as many in each column. */
function checkUsers(name: string, options: CollectColumnsOptions): number {
  const { columns, groupBy } = checkOptions(name, options);
  if (checkArray(`${name}: columns`, columns).length === 0)
    throw wrongShape(`${name}: columns`, columns, "at least one");
  const paths = columns.map((column, place) => [`${name}: columns[${place}]`, column] as const);
  const all = groupBy === undefined ? paths : [...paths, [`${name}: groupBy`, groupBy] as const];
  const counts = all.map(([path, column]) => {
    const { values } = checkOptions(path, column);
    return checkArrayLike<string | number>(`${path}.values`, values).length;
  });
  const [users] = counts;
  const unlike = counts.findIndex((count) => count !== users);
  if (users === 0) throw wrongShape(`${all[0]![0]}.values`, columns[0]!.values, "at least one value");
  if (unlike < 0) return users!;
  const [path, { values }] = all[unlike]!;
  throw wrongShape(`${path}.values`, values, `as many as the first column has, ${users}`);
}
