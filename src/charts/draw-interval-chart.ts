import { axisX, dot, gridX, link, type Markish, text, tickX } from "@observablehq/plot";
import { formatNumber } from "../privacy/format-number.js";
import { axisFor, labelledTicks } from "./_internal/axis.js";
import { fitted } from "./_internal/fitted.js";
import { headingMarks, headingsHeight } from "./_internal/headings.js";
import { LIGHT, lookOf } from "./_internal/palette.js";
import { plainText } from "./_internal/plain-text.js";
import { type Margins, renderSvg } from "./_internal/render-svg.js";
import { textWidth } from "./_internal/text-width.js";
import type { ChartInterval, IntervalChart } from "./interval-chart.js";

const WIDTH = 760;
const ROW = 26;
const RIGHT = 24;

/** Estimates with their intervals, one row each, as a self-contained SVG. */
export function drawIntervalChart(chart: IntervalChart): string {
  const { rows, scale, width = WIDTH, xTitle, formatX = formatNumber } = chart;
  const margins = marginsOf(chart, width);
  const height = margins.top + ROW * rows.length + margins.bottom;
  const shown = rows.flatMap(({ estimate, lower, upper }) => [estimate, lower, upper]);
  const across = [margins.left, width - RIGHT] as const;
  const axis = axisFor([scale.lower, scale.upper, ...shown], {
    range: across,
    maxTicks: (across[1] - across[0]) / 60,
  });
  return renderSvg({
    ...{ label: chart.title ?? xTitle, width, height, margins },
    x: axis.options,
    y: { axis: null, type: "band", domain: rows.map((_, index) => index), padding: 0, round: false },
    marks: [
      ...headingMarks(chart, width, margins),
      gridX({ ticks: axis.ticks, stroke: LIGHT.grid, strokeOpacity: 1 }),
      axisX(...labelledTicks(axis, formatX)),
      text([plainText(xTitle)], { frameAnchor: "bottom", lineAnchor: "top", dy: 30 }),
      ...rows.map((row, index) => nameMark(row, index, margins)),
      ...intervalMarks(rows),
    ],
  });
}

function marginsOf(chart: IntervalChart, width: number): Margins {
  const longest = Math.max(0, ...chart.rows.map(({ name }) => textWidth(plainText(name))));
  const left = 28 + Math.min(longest, 0.35 * width);
  return { top: headingsHeight(chart, width) + 24, right: RIGHT, bottom: 56, left };
}

/** A name beside its row; what is too long ends in an ellipsis. */
function nameMark({ name }: ChartInterval, index: number, { left }: Margins): Markish {
  return text([index], {
    ...{ ...fitted(name, left - 24), y: (row: number) => row },
    ...{ frameAnchor: "left", dx: -12, textAnchor: "end" },
  });
}

function intervalMarks(rows: readonly ChartInterval[]): Markish[] {
  const { colour } = lookOf(0);
  const y = (_: ChartInterval, index: number): number => index;
  const stroke = { stroke: colour, strokeWidth: 2 };
  const end = { y, ...stroke, insetTop: 8, insetBottom: 8 };
  return [
    link(rows, { x1: "lower", x2: "upper", y1: y, y2: y, ...stroke }),
    tickX(rows, { x: "lower", ...end }),
    tickX(rows, { x: "upper", ...end }),
    dot(rows, { x: "estimate", y, r: 4.5, fill: colour, stroke: LIGHT.page }),
  ];
}
