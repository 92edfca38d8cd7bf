import type { LineChart } from "../../apps/shared/charts/line-chart.js";

/** A figure as data: what is drawn, its numbers as the text writes them. */
export type FigureData = Omit<LineChart, "formatX" | "formatY">;

/** A figure of `docs/figures/`. */
export interface Figure {
  /** Of its files. */
  readonly name: string;
  readonly compute: () => FigureData;
}
