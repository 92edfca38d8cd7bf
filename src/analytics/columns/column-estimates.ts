import type { QuantileEstimate } from "../estimate.js";
import type { FrequencyEstimates } from "../estimate-frequencies.js";
import type { GroupEstimate } from "../estimate-groups.js";
import type { HistogramEstimates } from "../estimate-histogram.js";
import type { MeanEstimate } from "../estimate-mean.js";
import type { RandomDummies } from "../random-dummies.js";

/** What was estimated of one column. */
export type ColumnEstimates =
  | FrequencyColumnEstimates
  | HistogramColumnEstimates
  | MeanColumnEstimates
  | GroupColumnEstimates;

/** What the estimates of every column say of it. */
export interface EstimatedColumn {
  /** The column's name. */
  readonly column: string;
  /** ε₀ of one report about this column. */
  readonly localEpsilon: number;
  /** The dummies among the reports, where their number is random. */
  readonly dummies?: RandomDummies;
}

/** How many users hold each category of a column. */
export interface FrequencyColumnEstimates extends EstimatedColumn, FrequencyEstimates {
  readonly kind: "frequencies";
  /**
   * Whether the list of categories was taken from the data: it is disclosed then, and no figure covers that.
   */
  readonly categoriesDisclosed: boolean;
}

/** How many users hold the numbers of each bin of a column, and its quantiles. */
export interface HistogramColumnEstimates extends EstimatedColumn, HistogramEstimates {
  readonly kind: "histogram";
  /** The bins' edges. */
  readonly edges: readonly number[];
  /** One estimate per probability that was asked for. */
  readonly quantiles: readonly QuantileEstimate[];
}

/** The mean of a column. */
export interface MeanColumnEstimates extends EstimatedColumn, MeanEstimate {
  readonly kind: "mean";
  /** Numbers outside count as the nearest bound. */
  readonly bounds: { readonly lower: number; readonly upper: number };
}

/** What the users of each group hold in a column. */
export interface GroupColumnEstimates extends EstimatedColumn {
  readonly kind: "groups";
  /** The column that makes the groups. */
  readonly groupBy: string;
  /** n, the reports. */
  readonly users: number;
  /** One entry per group, in the order of the groups. */
  readonly groups: readonly GroupWithQuantiles[];
  /** See {@link EstimateOptions}. */
  readonly confidence: number;
  /** See {@link SimultaneousOptions}. */
  readonly simultaneous: boolean;
  /** Whether categories of the column, or of the groups, were taken from the data. */
  readonly categoriesDisclosed: boolean;
}

/** A group, what its users hold, and quantiles of that. */
export interface GroupWithQuantiles extends GroupEstimate {
  /** Undefined where none were asked for, or nothing is known of the group. */
  readonly quantiles: readonly QuantileEstimate[] | undefined;
}
