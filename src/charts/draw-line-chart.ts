import { axisX, axisY, gridX, gridY, line, type Markish, text } from "@observablehq/plot";
import { type Axis, axisFor, labelledTicks } from "./_internal/axis.js";
import { fitted } from "./_internal/fitted.js";
import { formatTick } from "./_internal/format-tick.js";
import { headingMarks, headingsHeight } from "./_internal/headings.js";
import {
  LABEL_HEIGHT,
  labelMarks,
  labelOf,
  labelsWidth,
  legendColumns,
  legendMarks,
  spreadApart,
} from "./_internal/labels.js";
import { LIGHT } from "./_internal/palette.js";
import { plainText } from "./_internal/plain-text.js";
import { type Margins, renderSvg } from "./_internal/render-svg.js";
import { seriesMarks } from "./_internal/series-marks.js";
import { textWidth } from "./_internal/text-width.js";
import type { ChartPoint, ChartSeries, LineChart } from "./line-chart.js";

const WIDTH = 640;
const LEFT = 64;
const RIGHT = 28;
const LEGEND_LEFT = 12;
/** Pixels between a line's end and its label, and where no other line could be meant. */
const LEADER = 34;
const BESIDE = 10;

/** Where everything stands. */
interface Layout {
  readonly width: number;
  readonly height: number;
  readonly margins: Margins;
  /** Labels at the ends of lines; otherwise a legend below, in this number of columns. */
  readonly direct: boolean;
  readonly columns: number;
}

/**
 * A line chart as a self-contained SVG; names stand at the ends of the lines where they fit, otherwise in a
 * legend below.
 */
export function drawLineChart(chart: LineChart): string {
  const series = chart.series.map((each) => ({ ...each, points: drawable(each.points, chart) }));
  const points = series.flatMap((each) => each.points);
  const layout = layoutOf(chart, series);
  const { width, height, margins } = layout;
  const frame = { label: chart.title ?? `${chart.yTitle} against ${chart.xTitle}`, width, height, margins };
  const headings = headingMarks(chart, width, margins);
  if (points.length === 0) {
    return renderSvg({
      ...frame,
      marks: [...headings, text(["nothing to draw"], { frameAnchor: "middle" })],
    });
  }
  const across = [margins.left, width - margins.right] as const;
  const upwards = [height - margins.bottom, margins.top] as const;
  const x = axisFor(valuesOf(points, "x"), {
    ...{ scale: chart.xScale ?? "linear", range: across, tight: true },
    maxTicks: (across[1] - across[0]) / 52,
  });
  const y = axisFor(valuesOf(points, "y"), { scale: chart.yScale ?? "linear", range: upwards, maxTicks: 8 });
  const marks = [
    ...headings,
    ...axisMarks(chart, x, y, layout),
    ...series.flatMap(seriesMarks),
    ...nameMarks(series, layout, x, y),
  ];
  return renderSvg({ ...frame, x: x.options, y: y.options, marks });
}

function valuesOf(points: readonly ChartPoint[], coordinate: "x" | "y"): number[] {
  return points.map((point) => point[coordinate]);
}

/** A logarithmic axis has no place for zero. */
function drawable(points: readonly ChartPoint[], { xScale, yScale }: LineChart): ChartPoint[] {
  return points.filter(
    ({ x, y }) =>
      Number.isFinite(x) && Number.isFinite(y) && (xScale !== "log" || x > 0) && (yScale !== "log" || y > 0),
  );
}

function layoutOf(chart: LineChart, series: readonly ChartSeries[]): Layout {
  const { width = WIDTH } = chart;
  const direct = endLabelsFit(series, width);
  const columns = legendColumns(series, width - 2 * LEGEND_LEFT);
  const names = LABEL_HEIGHT * series.length;
  const top = headingsHeight(chart, width) + 44;
  const plot = Math.max(direct ? names : 0, Math.min(300, 0.75 * width));
  const bottom = direct ? 52 : 60 + LABEL_HEIGHT * Math.ceil(series.length / columns);
  const label = series.length === 1 ? BESIDE + textWidth(labelOf(series[0]!)) : LEADER + labelsWidth(series);
  const right = direct ? label + RIGHT / 2 : RIGHT;
  return { width, height: top + plot + bottom, margins: { top, right, bottom, left: LEFT }, direct, columns };
}

/** Where every line runs to the right end, and its name leaves the plot most of the width. */
function endLabelsFit(series: readonly ChartSeries[], width: number): boolean {
  const ends = series.map(({ points }) => points.at(-1)?.x);
  const sameEnd = ends.every((end) => end !== undefined && end === ends[0]);
  const lines = series.every(({ stroke }) => stroke !== "marks");
  return sameEnd && lines && labelsWidth(series) < 0.45 * width;
}

function axisMarks(chart: LineChart, x: Axis, y: Axis, { width, margins: { left } }: Layout): Markish[] {
  const { formatX = formatTick, formatY = formatTick, xTitle, yTitle } = chart;
  const faint = { stroke: LIGHT.grid, strokeOpacity: 1 };
  return [
    gridX({ ticks: x.ticks, ...faint }),
    gridY({ ticks: y.ticks, ...faint }),
    axisX(...labelledTicks(x, formatX)),
    axisY(...labelledTicks(y, formatY)),
    text([plainText(xTitle)], { frameAnchor: "bottom", lineAnchor: "top", dy: 30 }),
    text([yTitle], {
      ...fitted(yTitle, width - 24),

      frameAnchor: "top-left",
      lineAnchor: "bottom",
      dx: 12 - left,
      dy: -12,
    }),
  ];
}

function nameBeside(series: ChartSeries): Markish {
  return text([series.points.at(-1)], {
    ...{ x: "x", y: "y", text: () => labelOf(series), textAnchor: "start", dx: BESIDE },
  });
}

function nameMarks(series: readonly ChartSeries[], layout: Layout, x: Axis, y: Axis): Markish[] {
  const { width, height, margins, direct, columns } = layout;
  const at = (px: number, py: number): ChartPoint => ({ x: x.invert(px), y: y.invert(py) });
  if (!direct)
    return legendMarks(series, columns, (dx, dy) => at(LEGEND_LEFT + dx, height - margins.bottom + 54 + dy));
  if (series.length === 1) return [nameBeside(series[0]!)];
  const ends = series.map(({ points }) => points.at(-1)!);
  const places = spreadApart(
    ends.map((end) => y.apply(end.y)),
    margins.top,
    height - margins.bottom,
  );
  const right = width - margins.right;
  return series.flatMap((each, index) => [
    line([ends[index]!, at(right + LEADER - 4, places[index]!)], { x: "x", y: "y", stroke: LIGHT.grid }),
    ...labelMarks(each, index, (dx) => at(right + LEADER + dx, places[index]!)),
  ]);
}
