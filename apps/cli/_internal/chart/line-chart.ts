import { escapeMarkup } from "../escape-markup.js";
import { type Axis, type AxisScale, axisFor } from "./axis.js";

export interface ChartSeries {
  readonly name: string;
  readonly stroke: "solid" | "dashed" | "dotted";
  readonly points: readonly ChartPoint[];
}

export interface ChartPoint {
  readonly x: number;
  readonly y: number;
}

export interface LineChart {
  readonly title: string;
  readonly xTitle: string;
  readonly yTitle: string;
  readonly xScale?: AxisScale;
  readonly yScale?: AxisScale;
  readonly series: readonly ChartSeries[];
  readonly formatX?: (value: number) => string;
  readonly formatY?: (value: number) => string;
}

const WIDTH = 640;
const HEIGHT = 360;
const PLOT = { left: 64, right: WIDTH - 28, top: 40, bottom: HEIGHT - 56 };
const LEGEND_LINE = 20;
const DASHES = { solid: "none", dashed: "7 5", dotted: "1.5 5" };
const LIGHT = {
  ink: "#1c2430",
  faint: "#d9dee6",
  lines: ["#2463c9", "#c2571a", "#12805c", "#8a4fc7", "#b3275f", "#6b7a1f", "#0f7f8c", "#7a5230"],
};
const DARK = {
  ink: "#e4e8ee",
  faint: "#3a4454",
  lines: ["#7aa7ff", "#ff9d5c", "#4fd1a1", "#c79bff", "#ff7fae", "#c3d15a", "#5fd0dd", "#d3a77c"],
};
const STYLE = `.chart{font:13px system-ui,sans-serif}.chart .title{font-weight:600;font-size:15px}${coloursOf(LIGHT)}@media(prefers-color-scheme:dark){${coloursOf(DARK)}}`;

function coloursOf({ ink, faint, lines }: typeof LIGHT): string {
  const strokes = lines.map((colour, index) => `.chart .line${index}{stroke:${colour}}`);
  return [`.chart text{fill:${ink}}`, `.chart .grid{stroke:${faint}}`, ...strokes].join("");
}

/** A line chart as a self-contained SVG that follows the reader's light or dark theme. */
export function lineChart(chart: LineChart): string {
  const series = chart.series.map((each) => ({ ...each, points: drawable(each.points, chart) }));
  const points = series.flatMap((each) => each.points);
  const height = HEIGHT + LEGEND_LINE * series.length;
  const body =
    points.length === 0
      ? `<text x="${WIDTH / 2}" y="${HEIGHT / 2}" text-anchor="middle">nothing to draw</text>`
      : drawAll(chart, series, points);
  return `<svg class="chart" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escapeMarkup(chart.title)}"><style>${STYLE}</style>
<text class="title" x="${PLOT.left}" y="22">${escapeMarkup(chart.title)}</text>
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

function drawAll(chart: LineChart, series: readonly ChartSeries[], points: readonly ChartPoint[]): string {
  const xAxis = axisFor(
    points.map(({ x }) => x),
    chart.xScale ?? "linear",
  );
  const yAxis = axisFor(
    points.map(({ y }) => y),
    chart.yScale ?? "linear",
  );
  return [
    ...xAxis.ticks.map((tick) => xTick(tick, xAxis, chart.formatX ?? String)),
    ...yAxis.ticks.map((tick) => yTick(tick, yAxis, chart.formatY ?? String)),
    `<text x="${(PLOT.left + PLOT.right) / 2}" y="${PLOT.bottom + 40}" text-anchor="middle">${escapeMarkup(chart.xTitle)}</text>`,
    `<text transform="translate(16 ${(PLOT.top + PLOT.bottom) / 2}) rotate(-90)" text-anchor="middle">${escapeMarkup(chart.yTitle)}</text>`,
    ...series.map((each, index) => drawSeries(each, index, xAxis, yAxis)),
    ...series.map(drawLegend),
  ].join("\n");
}

function xTick(tick: number, axis: Axis, format: (value: number) => string): string {
  const x = placeX(axis, tick);
  return `<path d="M${x} ${PLOT.top}V${PLOT.bottom}" class="grid"/><text x="${x}" y="${PLOT.bottom + 18}" text-anchor="middle">${escapeMarkup(format(tick))}</text>`;
}

function yTick(tick: number, axis: Axis, format: (value: number) => string): string {
  const y = placeY(axis, tick);
  return `<path d="M${PLOT.left} ${y}H${PLOT.right}" class="grid"/><text x="${PLOT.left - 8}" y="${y + 4}" text-anchor="end">${escapeMarkup(format(tick))}</text>`;
}

function drawSeries({ points, stroke }: ChartSeries, index: number, xAxis: Axis, yAxis: Axis): string {
  const corners = points.map(({ x, y }) => `${placeX(xAxis, x)},${placeY(yAxis, y)}`).join(" ");
  return `<polyline points="${corners}" fill="none" ${strokeOf(index, stroke)}/>`;
}

function drawLegend({ name, stroke }: ChartSeries, index: number): string {
  const y = HEIGHT + LEGEND_LINE * index;
  return `<path d="M${PLOT.left} ${y - 4}h36" ${strokeOf(index, stroke)}/><text x="${PLOT.left + 46}" y="${y}">${escapeMarkup(name)}</text>`;
}

function strokeOf(index: number, stroke: ChartSeries["stroke"]): string {
  return `class="line${index % LIGHT.lines.length}" stroke-width="2.25" stroke-linecap="round" stroke-linejoin="round" stroke-dasharray="${DASHES[stroke]}"`;
}

function placeX(axis: Axis, value: number): string {
  return (PLOT.left + axis.position(value) * (PLOT.right - PLOT.left)).toFixed(1);
}

function placeY(axis: Axis, value: number): string {
  return (PLOT.bottom - axis.position(value) * (PLOT.bottom - PLOT.top)).toFixed(1);
}
