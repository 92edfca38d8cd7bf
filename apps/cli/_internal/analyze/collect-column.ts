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
  groupRandomizer,
  numberRandomizer,
  type SimultaneousOptions,
  shuffleReports,
} from "../../../../src/analytics/index.js";
import type { DiscreteRandomizer } from "../../../../src/mechanisms/index.js";
import type { ShuffleEvent } from "../../../../src/privacy/index.js";
import type { RandomSource } from "../../../../src/random/index.js";
import type { ColumnReport, GroupReport } from "./analyze-report.js";
import type { NumberedValues } from "./column-values.js";
import type { MeanPlan } from "./plan.js";

/** Every user's shuffled report about a column. */
export interface CollectedColumn {
  readonly event: ShuffleEvent;
  /** The analyzer's part: it sees the shuffled reports alone. */
  readonly estimate: (options: SimultaneousOptions) => ColumnReport;
}

/** How reports are made. */
export interface ReportOptions {
  readonly localEpsilon: number;
  readonly source: RandomSource;
}

/** A column with its values. */
export interface ChoiceColumn extends NumberedValues {
  readonly column: string;
  /** The probabilities of the quantiles that are wanted. */
  readonly quantiles: readonly number[];
}

/** One report of every user about a category or a bin. */
export function collectChoices(values: ChoiceColumn, options: ReportOptions): CollectedColumn {
  const { choices } = values;
  return "edges" in choices
    ? collectBins(values, choices, options)
    : collectCategories(values, choices, options);
}

function collectCategories(
  { column, numbers, learned }: ChoiceColumn,
  choices: CategoryOptions,
  { localEpsilon, source }: ReportOptions,
): CollectedColumn {
  const randomizer = categoryRandomizer({ localEpsilon, ...choices });
  const reports = shuffledReports(numbers, randomizer.response, source);
  return {
    event: describeCollection(randomizer, reports.length),
    estimate: (options) => ({
      kind: "frequencies",
      column,
      localEpsilon,
      ...estimateFrequencies(reports, randomizer, options),
      categoriesDisclosed: learned,
    }),
  };
}

function collectBins(
  { column, numbers, quantiles: probabilities }: ChoiceColumn,
  { edges }: BinOptions,
  { localEpsilon, source }: ReportOptions,
): CollectedColumn {
  const randomizer = binRandomizer({ localEpsilon, edges });
  const reports = shuffledReports(numbers, randomizer.response, source);
  return {
    event: describeCollection(randomizer, reports.length),
    estimate: (options) => ({
      kind: "histogram",
      column,
      localEpsilon,
      edges,
      ...estimateHistogram(reports, randomizer, options),
      quantiles: estimateQuantiles(reports, randomizer, { ...options, probabilities }).quantiles,
    }),
  };
}

/** One report of every user about group and value together. */
export function collectGroups(
  values: ChoiceColumn,
  groups: ChoiceColumn,
  { localEpsilon, source }: ReportOptions,
): CollectedColumn {
  const { column, quantiles: probabilities } = values;
  const randomizer = groupRandomizer({ localEpsilon, groups: groups.choices, values: values.choices });
  const width = randomizer.values.length;
  const pairs = Uint32Array.from(values.numbers, (value, user) => groups.numbers[user]! * width + value);
  const reports = shuffledReports(pairs, randomizer.response, source);
  const quantilesOf = (options: SimultaneousOptions): GroupReport["quantiles"][] =>
    probabilities.length === 0
      ? []
      : estimateGroupQuantiles(reports, randomizer, { ...options, probabilities }).groups.map(
          (group) => group.quantiles,
        );
  return {
    event: describeCollection(randomizer, reports.length),
    estimate(options) {
      const estimates = estimateGroups(reports, randomizer, options);
      const quantiles = quantilesOf(options);
      return {
        kind: "groups",
        column,
        groupBy: groups.column,
        localEpsilon,
        ...estimates,
        groups: estimates.groups.map((group, index) => ({ ...group, quantiles: quantiles[index] })),
        categoriesDisclosed: values.learned || groups.learned,
      };
    },
  };
}

/** One report of every user about a number, for the mean. */
export function collectNumbers(
  { column, lower, upper }: MeanPlan,
  values: Float64Array,
  { localEpsilon, source }: ReportOptions,
): CollectedColumn {
  const randomizer = numberRandomizer({ localEpsilon, lower, upper });
  const reports = shuffledReports(values, randomizer, source);
  return {
    event: describeCollection(randomizer, reports.length),
    estimate: ({ confidence = 0.95 }) => ({
      kind: "mean",
      column,
      localEpsilon,
      bounds: { lower, upper },
      ...estimateMean(reports, randomizer, { confidence }),
    }),
  };
}

function shuffledReports(
  values: ArrayLike<number>,
  randomizer: DiscreteRandomizer<number>,
  source: RandomSource,
): Uint32Array {
  return shuffleReports(encodeReports(values, randomizer, source), source);
}
