import {
  type BinOptions,
  binRandomizer,
  type CategoryOptions,
  categoryRandomizer,
  describeCollection,
  encodeReports,
  estimateFrequencies,
  estimateGroupQuantiles,
  estimateGroups,
  estimateHistogram,
  estimateMean,
  estimateQuantiles,
  type GroupRandomizer,
  groupRandomizer,
  type MeanTask,
  numberRandomizer,
  type SimultaneousOptions,
  shuffleReports,
} from "../../../src/analytics/index.js";
import type { DiscreteRandomizer } from "../../../src/mechanisms/index.js";
import type { ShuffleEvent } from "../../../src/privacy/index.js";
import type { RandomSource } from "../../../src/random/index.js";
import type { ColumnReport, GroupReport } from "./analyze-report.js";
import type { NumberedValues } from "./column-values.js";
import type { MeanPlan } from "./plan.js";

/** The analyzer's part: it sees the shuffled reports alone. */
export type Estimator = (options: SimultaneousOptions) => ColumnReport;

/** How reports are made. */
export interface ReportParameters {
  /** ε₀ of one report. */
  readonly localEpsilon: number;
  /** Of a number; by default those that are best for the local epsilon. */
  readonly levels?: number;
}

/** A column whose values are all there. */
export interface ReadyColumn {
  /** n. */
  readonly users: number;
  /** Whose mean its reports estimate, where there are levels to choose. */
  readonly task?: MeanTask;
  /** What reports about it spend. */
  describe(parameters: ReportParameters): ShuffleEvent;
  /** Randomizes and shuffles every user's report. */
  collect(parameters: ReportParameters, source: RandomSource): Estimator;
}

/** A column with its values. */
export interface ChoiceColumn extends NumberedValues {
  readonly column: string;
  /** The probabilities of the quantiles that are wanted. */
  readonly quantiles: readonly number[];
}

/** One report of every user about a category or a bin. */
export function choicesReady(values: ChoiceColumn): ReadyColumn {
  const { choices } = values;
  return "edges" in choices ? binsReady(values, choices) : categoriesReady(values, choices);
}

function categoriesReady(
  { column, numbers, learned }: ChoiceColumn,
  { categories }: CategoryOptions,
): ReadyColumn {
  const users = numbers.length;
  const randomizerOf = ({ localEpsilon }: ReportParameters) =>
    categoryRandomizer({ localEpsilon, categories });
  return {
    users,
    describe: (parameters) => describeCollection(randomizerOf(parameters), users),
    collect(parameters, source) {
      const randomizer = randomizerOf(parameters);
      const reports = shuffledReports(numbers, randomizer.response, source);
      return (options) => ({
        kind: "frequencies",
        column,
        localEpsilon: parameters.localEpsilon,
        ...estimateFrequencies(reports, randomizer, options),
        categoriesDisclosed: learned,
      });
    },
  };
}

function binsReady(
  { column, numbers, quantiles: probabilities }: ChoiceColumn,
  { edges }: BinOptions,
): ReadyColumn {
  const users = numbers.length;
  const describe: ReadyColumn["describe"] = ({ localEpsilon }) =>
    describeCollection(binRandomizer({ localEpsilon, edges }), users);
  return {
    users,
    describe,
    collect({ localEpsilon }, source) {
      const randomizer = binRandomizer({ localEpsilon, edges });
      const reports = shuffledReports(numbers, randomizer.response, source);
      return (options) => ({
        kind: "histogram",
        column,
        localEpsilon,
        edges,
        ...estimateHistogram(reports, randomizer, options),
        quantiles: estimateQuantiles(reports, randomizer, { ...options, probabilities }).quantiles,
      });
    },
  };
}

/** One report of every user about group and value together. */
export function groupsReady(values: ChoiceColumn, groups: ChoiceColumn): ReadyColumn {
  const users = values.numbers.length;
  const randomizerOf = ({ localEpsilon }: ReportParameters) =>
    groupRandomizer({ localEpsilon, groups: groups.choices, values: values.choices });
  return {
    users,
    describe: (parameters) => describeCollection(randomizerOf(parameters), users),
    collect(parameters, source) {
      const randomizer = randomizerOf(parameters);
      const width = randomizer.values.length;
      const pairs = Uint32Array.from(values.numbers, (value, user) => groups.numbers[user]! * width + value);
      const reports = shuffledReports(pairs, randomizer.response, source);
      return (options) => groupsReport({ values, groups, reports, randomizer }, parameters, options);
    },
  };
}

interface CollectedGroups {
  readonly values: ChoiceColumn;
  readonly groups: ChoiceColumn;
  readonly reports: Uint32Array;
  readonly randomizer: GroupRandomizer;
}

function groupsReport(
  { values, groups, reports, randomizer }: CollectedGroups,
  { localEpsilon }: ReportParameters,
  options: SimultaneousOptions,
): ColumnReport {
  const { column, quantiles: probabilities } = values;
  const estimates = estimateGroups(reports, randomizer, options);
  const quantiles: GroupReport["quantiles"][] =
    probabilities.length === 0
      ? []
      : estimateGroupQuantiles(reports, randomizer, { ...options, probabilities }).groups.map(
          (group) => group.quantiles,
        );
  return {
    kind: "groups",
    column,
    groupBy: groups.column,
    localEpsilon,
    ...estimates,
    groups: estimates.groups.map((group, index) => ({ ...group, quantiles: quantiles[index] })),
    categoriesDisclosed: values.learned || groups.learned,
  };
}

/** One report of every user about a number, for the mean. */
export function numbersReady({ column, lower, upper }: MeanPlan, values: Float64Array): ReadyColumn {
  const users = values.length;
  const randomizerOf = ({ localEpsilon, levels }: ReportParameters) =>
    numberRandomizer({ localEpsilon, lower, upper, ...(levels !== undefined && { levels }) });
  return {
    users,
    task: { kind: "mean", lower, upper },
    describe: (parameters) => describeCollection(randomizerOf(parameters), users),
    collect(parameters, source) {
      const randomizer = randomizerOf(parameters);
      const reports = shuffledReports(values, randomizer, source);
      return ({ confidence = 0.95 }) => ({
        kind: "mean",
        column,
        localEpsilon: parameters.localEpsilon,
        bounds: { lower, upper },
        ...estimateMean(reports, randomizer, { confidence }),
      });
    },
  };
}

function shuffledReports(
  values: ArrayLike<number>,
  randomizer: DiscreteRandomizer<number>,
  source: RandomSource,
): Uint32Array {
  return shuffleReports(encodeReports(values, randomizer, source), source);
}
