import { escapeMarkup } from "../escape-markup.js";
import { type Axis, type AxisScale, axisFor } from "./axis.js";
import { CHART_STYLE } from "./chart-style.js";
import { drawSample, drawSeries, type Stroke } from "./draw-series.js";

export interface ChartSeries {
  readonly name: string;
  readonly stroke: Stroke;
  readonly points: readonly ChartPoint[];
}

export interface ChartPoint {
  readonly x: number;
  readonly y: number;
}

export interface LineChart {
  readonly title: string;
  /** The setting, in a line under the title. */
  readonly subtitle?: string;
  readonly xTitle: string;
  readonly yTitle: string;
  readonly xScale?: AxisScale;
  readonly yScale?: AxisScale;
  readonly series: readonly ChartSeries[];
  readonly formatX?: (value: number) => string;
  readonly formatY?: (value: number) => string;
}

const WIDTH = 640;
const HEIGHT = 372;
const PLOT = { left: 72, right: WIDTH - 28, top: 54, bottom: HEIGHT - 68 };
const LEGEND_LINE = 20;
/** The longest name that fits beside another. */
const SHORT_NAME = 34;

/** A line chart as a self-contained SVG that follows the reader's light or dark theme; the legend stands below. */
export function lineChart(chart: LineChart): string {
  const series = chart.series.map((each) => ({ ...each, points: drawable(each.points, chart) }));
  const points = series.flatMap((each) => each.points);
  const columns = legendColumns(series);
  const height = HEIGHT + LEGEND_LINE * Math.ceil(series.length / columns);
  const body =
    points.length === 0
      ? `<text x="${WIDTH / 2}" y="${HEIGHT / 2}" text-anchor="middle">nothing to draw</text>`
      : drawAll(chart, series, points, columns);
  return `<svg class="chart" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escapeMarkup(chart.title)}"><style>${CHART_STYLE}</style>
<text class="title" x="${PLOT.left}" y="22">${escapeMarkup(chart.title)}</text>
<text x="${PLOT.left}" y="42">${escapeMarkup(chart.subtitle ?? "")}</text>
${body}
</svg>`;
}

/** A logarithmic axis has no place for zero. */
function drawable(points: readonly ChartPoint[], { xScale, yScale }: LineChart): ChartPoint[] {
  return points.filter(
    ({ x, y }) =>
      Number.isFinite(x) && Number.isFinite(y) && (xScale !== "log" || x > 0) && (yScale !== "log" || y > 0),
  );
}

function legendColumns(series: readonly ChartSeries[]): number {
  return series.length > 3 && series.every(({ name }) => name.length <= SHORT_NAME) ? 2 : 1;
}

function drawAll(
  chart: LineChart,
  series: readonly ChartSeries[],
  points: readonly ChartPoint[],
  columns: number,
): string {
  const xAxis = axisFor(
    points.map(({ x }) => x),
    chart.xScale ?? "linear",
  );
  const yAxis = axisFor(
    points.map(({ y }) => y),
    chart.yScale ?? "linear",
  );
  const place = ({ x, y }: ChartPoint): ChartPoint => ({ x: placeX(xAxis, x), y: placeY(yAxis, y) });
  return [
    ...xAxis.ticks.map((tick) => xTick(placeX(xAxis, tick), (chart.formatX ?? String)(tick))),
    ...yAxis.ticks.map((tick) => yTick(placeY(yAxis, tick), (chart.formatY ?? String)(tick))),
    `<text x="${(PLOT.left + PLOT.right) / 2}" y="${PLOT.bottom + 40}" text-anchor="middle">${escapeMarkup(chart.xTitle)}</text>`,
    `<text transform="translate(16 ${(PLOT.top + PLOT.bottom) / 2}) rotate(-90)" text-anchor="middle">${escapeMarkup(chart.yTitle)}</text>`,
    ...series.map((each, index) => drawSeries(each.points.map(place), each.stroke, index)),
    ...series.map((each, index) => drawLegend(each, index, columns)),
  ].join("\n");
}

function xTick(x: number, label: string): string {
  return `<path d="M${x.toFixed(1)} ${PLOT.top}V${PLOT.bottom}" class="grid"/><text x="${x.toFixed(1)}" y="${PLOT.bottom + 18}" text-anchor="middle">${escapeMarkup(label)}</text>`;
}

function yTick(y: number, label: string): string {
  return `<path d="M${PLOT.left} ${y.toFixed(1)}H${PLOT.right}" class="grid"/><text x="${PLOT.left - 8}" y="${(y + 4).toFixed(1)}" text-anchor="end">${escapeMarkup(label)}</text>`;
}

function drawLegend({ name, stroke }: ChartSeries, index: number, columns: number): string {
  const x = PLOT.left - 40 + ((index % columns) * (WIDTH - PLOT.left + 40)) / columns;
  const y = HEIGHT + LEGEND_LINE * Math.floor(index / columns);
  const sample = drawSample({ x, y: y - 4 }, stroke, index);
  return `${sample}<text x="${x + 46}" y="${y}">${escapeMarkup(name)}</text>`;
}

function placeX(axis: Axis, value: number): number {
  return PLOT.left + axis.position(value) * (PLOT.right - PLOT.left);
}

function placeY(axis: Axis, value: number): number {
  return PLOT.bottom - axis.position(value) * (PLOT.bottom - PLOT.top);
}
