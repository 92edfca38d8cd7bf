/**
 * Local analytics: how often, how much, and how spread, from one randomized report of every user and a
 * shuffler. Runs unchanged in a browser. Docs: docs/analytics.md.
 *
 * By role: `encodeReports` (a client), `shuffleReports` (the shuffler), `estimateFrequencies`,
 * `estimateMean`, `estimateHistogram`, `estimateQuantiles`, `estimateGroups` and `estimateGroupQuantiles` (an
 * analyzer), with a `categoryRandomizer`, `numberRandomizer`, `binRandomizer` or `groupRandomizer` that all
 * of them know. In one process: `collectFrequencies`, `collectMean`, and `collectColumns` for several columns
 * under one guarantee, whose roles are `planColumns` and `estimateColumns`. Before all that:
 * `designRandomizer`, the best randomizer for a target.
 *
 * @module croupier-dp/analytics
 */
export { DpError, type DpErrorCode, type DpErrorDetails } from "../errors.js";
export { type BinRandomizer, type BinRandomizerOptions, binRandomizer } from "./bin-randomizer.js";
export {
  type CategoryRandomizer,
  type CategoryRandomizerOptions,
  categoryRandomizer,
} from "./category-randomizer.js";
export type { ChoiceRandomizer } from "./choice-randomizer.js";
export type {
  BinChoice,
  BinOptions,
  CategoryChoice,
  CategoryOptions,
  Choice,
  Choices,
} from "./choices.js";
export {
  type CollectFrequenciesOptions,
  collectFrequencies,
  type FrequencyCollection,
} from "./collect-frequencies.js";
export { type CollectMeanOptions, collectMean, type MeanCollection } from "./collect-mean.js";
export type { Collection, CollectionOptions } from "./collection.js";
export {
  type BinColumn,
  type CategoryColumn,
  type CollectColumnsOptions,
  type ColumnWithValues,
  collectColumns,
  type GroupColumn,
  type NumberColumn,
} from "./columns/collect-columns.js";
export type {
  ColumnEstimates,
  EstimatedColumn,
  FrequencyColumnEstimates,
  GroupColumnEstimates,
  GroupWithQuantiles,
  HistogramColumnEstimates,
  MeanColumnEstimates,
} from "./columns/column-estimates.js";
export type {
  ColumnQuestion,
  FrequencyQuestion,
  GroupQuestion,
  HistogramQuestion,
  MeanQuestion,
} from "./columns/column-question.js";
export type { ColumnsCollection } from "./columns/columns-collection.js";
export { estimateColumns } from "./columns/estimate-columns.js";
export {
  type ColumnsBudget,
  type ColumnsPlan,
  type PlanColumnsOptions,
  planColumns,
} from "./columns/plan-columns.js";
export type {
  PlannedColumn,
  PlannedFrequencies,
  PlannedGroups,
  PlannedHistogram,
  PlannedMean,
  ReportedColumn,
} from "./columns/planned-column.js";
export { describeCollection } from "./describe-collection.js";
export {
  type DesignOptions,
  type DesignProgress,
  type DesignReport,
  type DesignTask,
  designRandomizer,
  type FrequencyTask,
  type MeanTask,
  type RandomizerNotApplicable,
  type VectorTask,
} from "./design-randomizer.js";
export {
  DESIGNED_RANDOMIZERS,
  type DesignedRandomizer,
  type DesignedRandomizerName,
  type DesignParameters,
} from "./designed-randomizer.js";
export { encodeReports } from "./encode-reports.js";
export { equalWidthEdges } from "./equal-width-edges.js";
export type {
  Estimate,
  EstimateOptions,
  QuantileEstimate,
  ReportsOptions,
  SimultaneousOptions,
} from "./estimate.js";
export {
  type CategoryEstimate,
  estimateFrequencies,
  type FrequencyEstimates,
} from "./estimate-frequencies.js";
export {
  estimateGroupQuantiles,
  type GroupQuantileEstimates,
  type GroupQuantiles,
} from "./estimate-group-quantiles.js";
export {
  estimateGroups,
  type GroupEstimate,
  type GroupEstimates,
  type GroupValueEstimate,
} from "./estimate-groups.js";
export { type BinEstimate, estimateHistogram, type HistogramEstimates } from "./estimate-histogram.js";
export { estimateMean, type MeanEstimate, type MeanOptions } from "./estimate-mean.js";
export { estimateQuantiles, type QuantileEstimates, type QuantileOptions } from "./estimate-quantiles.js";
export {
  type GroupedValue,
  type GroupRandomizer,
  type GroupRandomizerOptions,
  groupRandomizer,
} from "./group-randomizer.js";
export {
  type NumberRandomizer,
  type NumberRandomizerOptions,
  numberRandomizer,
} from "./number-randomizer.js";
export { shuffleReports } from "./shuffle-reports.js";
