import type { ChartSeries } from "../../src/charts/line-chart.js";
import type { FigureData, ResultTable } from "../experiment.js";
import type { Accuracy } from "./accuracy-runs.js";
import { type MethodLine, seriesOf, tableOf } from "./method-figures.js";

/** Accuracies by round, beside what the rounds spend by each method. */
export function accuracyTable(
  title: string,
  accuracies: readonly Accuracy[],
  lines: readonly MethodLine[],
  bitsPerReport: number,
): ResultTable {
  const { columns, rows } = tableOf("", "rounds", lines);
  return {
    title,
    columns: [
      "rounds",
      "accuracy, %",
      "standard deviation of the runs",
      "bits a report",
      ...columns.slice(1),
    ],
    rows: accuracies.map(({ round, mean, deviation }) => [
      ...[round, mean, deviation, bitsPerReport],
      ...rows.find(([value]) => value === round)!.slice(1),
    ]),
  };
}

/** Accuracy against epsilon: a line for each method, of one and the same training. */
export function accuracyFigure(
  words: Pick<FigureData, "title" | "subtitle"> & { readonly delta: string },
  runs: readonly { readonly accuracies: readonly Accuracy[]; readonly lines: readonly MethodLine[] }[],
): FigureData {
  const { delta, ...titles } = words;
  return {
    ...titles,
    xTitle: `epsilon at ${delta}`,
    yTitle: "test accuracy, %",
    xScale: "log",
    series: runs.flatMap(({ accuracies, lines }) => lines.map((line) => lineOf(line, accuracies))),
  };
}

function lineOf(line: MethodLine, accuracies: readonly Accuracy[]): ChartSeries {
  const { last: _, points, ...series } = seriesOf(line);
  return {
    ...series,
    points: points.map(({ x: round, y: epsilon }) => ({
      x: epsilon,
      y: accuracies.find((accuracy) => accuracy.round === round)!.mean,
    })),
  };
}
