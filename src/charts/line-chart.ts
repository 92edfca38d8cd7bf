/** How a series is drawn; `marks` draws the points alone, e.g. figures read off a table. */
export type Stroke = "solid" | "dashed" | "dash-dotted" | "dotted" | "marks";

export type AxisScale = "linear" | "log";

export interface ChartPoint {
  readonly x: number;
  readonly y: number;
}

export interface ChartSeries {
  readonly name: string;
  readonly stroke: Stroke;
  /** Marks with an empty middle: a lower bound among upper ones. */
  readonly hollow?: boolean;
  readonly points: readonly ChartPoint[];
  /** What the last point says, as the text beside the chart prints it. */
  readonly last?: string;
}

/** A line chart as data. */
export interface LineChart {
  readonly title?: string;
  /** The setting, in a line under the title. */
  readonly subtitle?: string;
  /** With unit. */
  readonly xTitle: string;
  /** With unit. */
  readonly yTitle: string;
  readonly xScale?: AxisScale;
  readonly yScale?: AxisScale;
  readonly series: readonly ChartSeries[];
  /** Of the ticks; four significant digits by default, with an exponent from 100,000 on. */
  readonly formatX?: (value: number) => string;
  readonly formatY?: (value: number) => string;
  /** CSS pixels; 640 by default. */
  readonly width?: number;
}
