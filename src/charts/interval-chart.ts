/** An estimate between the ends of its interval. */
export interface ChartInterval {
  readonly name: string;
  readonly estimate: number;
  readonly lower: number;
  readonly upper: number;
}

/** Estimates with their intervals as data, one row each. */
export interface IntervalChart {
  readonly title?: string;
  readonly subtitle?: string;
  /** With unit. */
  readonly xTitle: string;
  readonly rows: readonly ChartInterval[];
  /** What the axis shows at least. */
  readonly scale: { readonly lower: number; readonly upper: number };
  /** Of the ticks; four significant digits by default. */
  readonly formatX?: (value: number) => string;
  /** CSS pixels; 760 by default. */
  readonly width?: number;
}
