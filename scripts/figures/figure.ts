import type { LineChart } from "../../apps/cli/_internal/chart/line-chart.js";

/** A figure as data: what is drawn, without the functions that write its numbers. */
export type FigureData = Omit<LineChart, "formatX" | "formatY">;

/** A figure of `docs/figures/`. */
export interface Figure {
  /** Of its files. */
  readonly name: string;
  readonly compute: () => FigureData;
}
