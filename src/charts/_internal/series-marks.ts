import { dot, line, type Markish } from "@observablehq/plot";
import type { ChartPoint, ChartSeries, Stroke } from "../line-chart.js";
import { LIGHT, lookOf } from "./palette.js";

const DASHES: Readonly<Record<Exclude<Stroke, "marks">, string>> = {
  solid: "none",
  dashed: "7 4",
  "dash-dotted": "9 4 2 4",
  dotted: "1.5 4.5",
};
/** Marks on a line, so that it can be told without its colour. */
const MARKS = 6;

/** A line with its marks, of which the last is the largest. */
export function seriesMarks({ points, stroke, hollow = false }: ChartSeries, index: number): Markish[] {
  if (points.length === 0) return [];
  if (stroke === "marks") return [marks(points, index, hollow)];
  return [
    linePath(points, stroke, index),
    marks(spread(points, index), index, hollow),
    marks([points.at(-1)!], index, hollow, 5),
  ];
}

/** What stands for a series beside its name: a piece of its line from x to x + 30. */
export function sampleMarks(
  { stroke, hollow = false }: ChartSeries,
  index: number,
  at: (x: number) => ChartPoint,
): Markish[] {
  const path = stroke === "marks" ? [] : [linePath([at(0), at(30)], stroke, index)];
  return [...path, marks([at(15)], index, hollow, 4)];
}

function linePath(points: readonly ChartPoint[], stroke: Exclude<Stroke, "marks">, index: number): Markish {
  return line(points, {
    ...{ x: "x", y: "y", stroke: lookOf(index).colour, strokeWidth: 2, strokeDasharray: DASHES[stroke] },
  });
}

function marks(points: readonly ChartPoint[], index: number, hollow: boolean, r = 3.4): Markish {
  const { colour, symbol } = lookOf(index);
  const paint = hollow ? { fill: LIGHT.page, stroke: colour } : { fill: colour, stroke: LIGHT.page };
  return dot(points, { x: "x", y: "y", symbol, r, strokeWidth: hollow ? 1.75 : 0.75, ...paint });
}

/** Some of the points, spread evenly, those of each series elsewhere. */
function spread(points: readonly ChartPoint[], index: number): ChartPoint[] {
  if (points.length <= MARKS) return [...points];
  const step = points.length / MARKS;
  const shift = ((index * 0.37) % 1) * step;
  return Array.from({ length: MARKS }, (_, i) => points[Math.floor(shift + i * step)]!);
}
