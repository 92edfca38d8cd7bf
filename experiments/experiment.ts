import type { LineChart } from "../src/charts/line-chart.js";

/** A table or a figure of a paper, done again. */
export interface Experiment {
  /** Sizes and data here, where they are not the paper's, and what the paper leaves open. */
  readonly scale: string;
  run(options: ExperimentOptions): Promise<ExperimentResult>;
}

export interface ExperimentOptions {
  /** In a minute at most, on sizes that show that it works and not much more. */
  readonly quick: boolean;
  /** Of the simulation. */
  readonly seed: number;
  readonly onProgress: (words: string) => void;
  /** A folder with the data, of an experiment that takes them. */
  readonly data?: string | undefined;
  /** A folder with a public checkpoint and its tokenizer, likewise. */
  readonly checkpoint?: string | undefined;
}

export interface ExperimentResult {
  readonly tables: readonly ResultTable[];
  readonly figure?: FigureData;
  /** The figure's other panels, in their order. */
  readonly panels?: readonly FigureData[];
  /** What the numbers say, and what they are worth. */
  readonly notes: readonly string[];
}

/** A figure as data: what is drawn, its numbers as the text writes them. */
export type FigureData = Omit<LineChart, "formatX" | "formatY">;

/** Every figure of privacy stands in a column that says its status, or has a column beside it that does. */
export interface ResultTable {
  readonly title: string;
  readonly columns: readonly (string | RoundedColumn)[];
  /** A cell for each column; null where there is nothing to say. */
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** A column of bounds: digits that are not shown go to the safe side. */
export interface RoundedColumn {
  readonly title: string;
  readonly rounded: "up" | "down";
}
