import { type Markish, text } from "@observablehq/plot";
import type { ChartPoint, ChartSeries } from "../line-chart.js";
import { plainText } from "./plain-text.js";
import { sampleMarks } from "./series-marks.js";
import { textWidth } from "./text-width.js";

/** Pixels between two labels, one above the other. */
export const LABEL_HEIGHT = 18;
/** The piece of line before a name. */
const SAMPLE = 38;
const GAP = 18;

/** The names of the series, and where they stand. */
export interface Labels {
  readonly width: number;
  readonly columns: number;
  readonly height: number;
}

/** A series' name and what its last point says. */
export function labelOf({ name, last, points }: ChartSeries): string {
  if (points.length === 0) return `${plainText(name)}: nothing to draw`;
  return last === undefined ? plainText(name) : `${plainText(name)}: ${plainText(last)}`;
}

/** Pixels from the sample's start to the longest name's end. */
export function labelsWidth(series: readonly ChartSeries[]): number {
  return SAMPLE + Math.max(0, ...series.map((each) => textWidth(labelOf(each))));
}

/** As many columns as fit. */
export function legendColumns(series: readonly ChartSeries[], width: number): number {
  return Math.max(1, Math.min(series.length, Math.floor((width + GAP) / (labelsWidth(series) + GAP))));
}

/** A legend in columns of one width, read from top to bottom. */
export function legendMarks(
  series: readonly ChartSeries[],
  columns: number,
  at: (x: number, y: number) => ChartPoint,
): Markish[] {
  const rows = Math.ceil(series.length / columns);
  const width = labelsWidth(series) + GAP;
  return series.flatMap((each, index) => {
    const x = Math.floor(index / rows) * width;
    const y = ((index % rows) + 0.5) * LABEL_HEIGHT;
    return labelMarks(each, index, (dx) => at(x + dx, y));
  });
}

/** A sample of the line and its name. */
export function labelMarks(series: ChartSeries, index: number, at: (x: number) => ChartPoint): Markish[] {
  return [
    ...sampleMarks(series, index, at),
    text([at(SAMPLE)], { x: "x", y: "y", text: () => labelOf(series), textAnchor: "start" }),
  ];
}

/**
 * Heights near those wanted, in the same order, at least a label apart and within [top, bottom] where they
 * fit.
 */
export function spreadApart(wanted: readonly number[], top: number, bottom: number): number[] {
  const order = wanted.map((_, index) => index).sort((a, b) => wanted[a]! - wanted[b]! || a - b);
  const places = [...wanted];
  let free = top;
  for (const index of order) {
    places[index] = Math.max(places[index]!, free);
    free = places[index] + LABEL_HEIGHT;
  }
  let last = bottom;
  for (const index of order.toReversed()) {
    places[index] = Math.min(places[index]!, last);
    last = places[index] - LABEL_HEIGHT;
  }
  return places;
}
