import { calibrate } from "../../accounting/index.js";
import { DpError } from "../../errors.js";
import { ADJACENCIES, type MechanismEvent } from "../../privacy/index.js";
import {
  checkArray,
  checkNumber,
  checkOneOf,
  checkOptions,
  DOMAIN,
  LOCAL_EPSILONS,
  wrongShape,
} from "../../validate.js";
import { designRandomizer } from "../design-randomizer.js";
import { checkDummiesBudget, parametersWithDummies } from "./_internal/dummy-parameters.js";
import { type ColumnQuestion, GROUP_KINDS, type GroupQuestion, QUESTION_KINDS } from "./column-question.js";
import type { ColumnsBudget } from "./columns-budget.js";
import { type PlannedColumn, plannedColumn, type ReportParameters } from "./planned-column.js";

/** What {@link planColumns} plans: public knowledge alone. */
export interface PlanColumnsOptions extends ColumnsBudget {
  /** n, the users, each of whom sends one report about every column. */
  readonly users: number;
  /** What is asked of each column, at least one. */
  readonly columns: readonly ColumnQuestion[];
  /** The groups within which the columns are analyzed; a mean cannot be. */
  readonly groupBy?: GroupQuestion | undefined;
}

/** How users report about several columns, and what that spends. */
export interface ColumnsPlan {
  /** n. */
  readonly users: number;
  /** One plan per column, in their order. */
  readonly columns: readonly PlannedColumn[];
  /** ε₀ of one user's reports together. */
  readonly localEpsilon: number;
  /** What all reports together spend: a shuffle, or the sequence of the columns' shuffles. */
  readonly event: MechanismEvent;
}

/**
 * Plans reports about several columns under one guarantee: each column's randomizer, and the event of all of
 * them.
 *
 * Every user sends one report about each of the d columns, with ε₀/d, and each column's reports are shuffled
 * by themselves, so that nothing tells which of them are the same user's. With `groupBy` a report is about a
 * value and its group together. With `targetEpsilon` ε₀ is the largest that meets it; of a single mean the
 * number of levels is chosen too. With `randomDummies` reports are the truth (with ε₀ = 30), or randomized by
 * `localEpsilon`, and the shuffler adds dummies of each category, whose numbers have just the noise that
 * meets the target. Assumes: categories, bounds, edges and the number of users are public; honest shuffler
 * (where a guarantee says so).
 *
 * @param options.columns e.g. `[{ kind: "mean", column: "age", lower: 18, upper: 100 }]`
 * @returns the plan; `accounting.guarantees(plan.event, ...)` says what it spends, and
 * {@link   estimateColumns} reads its reports
 * @throws DpError OUT_OF_RANGE a number is outside its range; BAD_INPUT no columns, both or neither of the
 *   epsilons, a mean within groups, or fewer than two categories or bins; NOT_APPLICABLE no proven figure
 *   meets the target under this adjacency
 * @example
 * const plan = planColumns({
 *   columns: [
 *     { kind: "frequencies", column: "smokes", categories: ["no", "yes"] },
 *     { kind: "mean", column: "age", lower: 18, upper: 100 },
 *   ],
 *   users: 10_000, localEpsilon: 4, adjacency: "replace-one", delta: 1e-6,
 * });
 * plan.columns.map(({ localEpsilon }) => localEpsilon); // [2, 2]
 */
export function planColumns(options: PlanColumnsOptions): ColumnsPlan {
  return columnsPlan("planColumns", options);
}

/** The plan; errors name the function that was called. */
export function columnsPlan(name: string, options: PlanColumnsOptions): ColumnsPlan {
  const { columns, groupBy, users } = checkPlanOptions(name, options);
  const planAll = (parameters: ReportParameters): PlannedColumn[] =>
    columns.map((question) => plannedColumn(question, groupBy, users, parameters));
  const eventOf = (parameters: ReportParameters): MechanismEvent => eventOfAll(planAll(parameters));
  const parameters =
    options.randomDummies === undefined
      ? reportParameters(options, (free) => eventOf({ localEpsilon: free }))
      : parametersWithDummies(options, eventOf);
  const planned = planAll(parameters);
  const localEpsilon = options.localEpsilon ?? parameters.localEpsilon * columns.length;
  return Object.freeze({ users, columns: planned, localEpsilon, event: eventOfAll(planned) });
}

/**
 * How each report is made, from public numbers alone: with its share of the local epsilon, or so that all
 * together meet the target.
 */
function reportParameters(
  options: PlanColumnsOptions,
  eventOf: (localEpsilon: number) => MechanismEvent,
): ReportParameters {
  const { columns, groupBy, users, localEpsilon, targetEpsilon, adjacency, delta } = options;
  if (targetEpsilon === undefined) return { localEpsilon: localEpsilon! / columns.length };
  const [first, ...others] = columns;
  if (others.length === 0 && groupBy === undefined && first!.kind === "mean") {
    const { kind, lower, upper } = first!;
    const { parameters } = designRandomizer({
      task: { kind, lower, upper },
      users,
      adjacency,
      delta,
      targetEpsilon,
      among: ["randomizedResponse"],
    }).best;
    return { localEpsilon: parameters.localEpsilon!, levels: parameters.levels! };
  }
  const within = (free: number) => Math.max(LOCAL_EPSILONS.min, Math.min(LOCAL_EPSILONS.max, free));
  const target = { adjacency, delta, targetEpsilon, parameter: "localEpsilon" } as const;
  return { localEpsilon: within(calibrate((free) => eventOf(within(free)), target).value) };
}

function eventOfAll(columns: readonly PlannedColumn[]): MechanismEvent {
  const [only, ...others] = columns.map(({ event }) => event);
  return others.length === 0 ? only! : { kind: "sequence", of: [only!, ...others] };
}

function checkPlanOptions(name: string, options: PlanColumnsOptions): PlanColumnsOptions {
  const { columns, groupBy, localEpsilon, targetEpsilon, adjacency, delta } = checkOptions(name, options);
  if (checkArray(`${name}: columns`, columns).length === 0)
    throw wrongShape(`${name}: columns`, columns, "at least one");
  columns.forEach((question, place) => {
    const path = `${name}: columns[${place}]`;
    const { kind } = checkOptions(path, question);
    checkOneOf(`${path}.kind`, kind, QUESTION_KINDS);
    if (kind === "mean" && groupBy !== undefined)
      throw wrongShape(`${path}.kind`, kind, "another one with groupBy: quantiles [0.5] are medians");
  });
  if (groupBy !== undefined) {
    const { kind } = checkOptions(`${name}: groupBy`, groupBy);
    checkOneOf(`${name}: groupBy.kind`, kind, GROUP_KINDS);
  }
  checkOneOf(`${name}: adjacency`, adjacency, ADJACENCIES);
  checkNumber(`${name}: delta`, delta, DOMAIN.delta);
  if (options.randomDummies !== undefined) checkDummiesBudget(name, options, options.columns.length);
  else if ((localEpsilon === undefined) === (targetEpsilon === undefined)) throw notOneEpsilon(name, options);
  if (targetEpsilon !== undefined)
    checkNumber(`${name}: targetEpsilon`, targetEpsilon, { ...DOMAIN.epsilon, orZero: false });
  if (localEpsilon !== undefined) {
    const min = LOCAL_EPSILONS.min * columns.length;
    checkNumber(`${name}: localEpsilon`, localEpsilon, { ...LOCAL_EPSILONS, min });
  }
  return options;
}

function notOneEpsilon(name: string, { localEpsilon, targetEpsilon }: ColumnsBudget): DpError {
  const allowed = "given alone: it, or targetEpsilon";
  return new DpError("BAD_INPUT", `${name}: localEpsilon must be ${allowed}`, {
    parameter: "localEpsilon",
    value: localEpsilon ?? targetEpsilon,
    allowed,
  });
}
