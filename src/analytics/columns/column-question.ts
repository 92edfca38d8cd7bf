import type { BinOptions, CategoryOptions } from "../choices.js";

/** What is asked of one column, from public knowledge alone. */
export type ColumnQuestion = FrequencyQuestion | HistogramQuestion | MeanQuestion;

export const QUESTION_KINDS: readonly ColumnQuestion["kind"][] = ["frequencies", "histogram", "mean"];
export const GROUP_KINDS: readonly GroupQuestion["kind"][] = ["frequencies", "histogram"];

/** How many users hold each category. */
export interface FrequencyQuestion extends CategoryOptions {
  readonly kind: "frequencies";
  /** The column's name. */
  readonly column: string;
  /**
   * Whether the categories are those that occur in the data: the list is disclosed then, and no figure covers
   * that.
   */
  readonly categoriesDisclosed?: boolean;
}

/** How many users hold the numbers of each bin, and quantiles from the same reports. */
export interface HistogramQuestion extends BinOptions {
  readonly kind: "histogram";
  /** The column's name. */
  readonly column: string;
  /** The probabilities of the quantiles, each in (0, 1); none by default. */
  readonly quantiles?: readonly number[];
}

/** The mean of a number between two bounds. */
export interface MeanQuestion {
  readonly kind: "mean";
  /** The column's name. */
  readonly column: string;
  /** Smaller numbers count as this. */
  readonly lower: number;
  /** Larger numbers count as this. */
  readonly upper: number;
}

/** What puts users into groups: the categories or the bins of one more column. */
export type GroupQuestion = FrequencyQuestion | Omit<HistogramQuestion, "quantiles">;
