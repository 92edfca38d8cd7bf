import { formatNumber } from "../../../../src/privacy/format-number.js";
import { axisFor } from "../chart/axis.js";
import { CHART_STYLE, colourOf } from "../chart/chart-style.js";
import { escapeMarkup } from "../escape-markup.js";
import type { EstimateRow, EstimateRows } from "./estimate-rows.js";

const WIDTH = 640;
const ROW = 28;
const PLOT = { left: 160, right: WIDTH - 24, top: 64 };
const LONGEST_NAME = 20;

/** Estimates with their intervals, one row each, as a self-contained SVG that follows the reader's light or dark theme. */
export function intervalChart(
  { rows, scale }: EstimateRows,
  words: { readonly title: string; readonly subtitle: string },
): string {
  const bottom = PLOT.top + ROW * rows.length;
  const shown = rows.flatMap(({ estimate, lower, upper }) => [estimate, lower, upper]);
  const axis = axisFor([scale.lower, scale.upper, ...shown], "linear");
  const place = (value: number): string =>
    (PLOT.left + axis.position(value) * (PLOT.right - PLOT.left)).toFixed(1);
  const grid = axis.ticks.map(
    (tick) =>
      `<path d="M${place(tick)} ${PLOT.top}V${bottom}" class="grid"/><text x="${place(tick)}" y="${bottom + 18}" text-anchor="middle">${formatNumber(tick)}</text>`,
  );
  return `<svg class="chart" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${bottom + 32}" role="img" aria-label="${escapeMarkup(words.title)}"><style>${CHART_STYLE}</style>
<text class="title" x="16" y="24">${escapeMarkup(words.title)}</text>
<text x="16" y="46">${escapeMarkup(words.subtitle)}</text>
${[...grid, ...rows.map((row, index) => drawRow(row, PLOT.top + ROW * (index + 0.5), place))].join("\n")}
</svg>
`;
}

function drawRow(
  { name, estimate, lower, upper }: EstimateRow,
  y: number,
  place: (value: number) => string,
): string {
  const label = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name;
  const [left, right] = [place(lower), place(upper)];
  return `<text x="${PLOT.left - 12}" y="${y + 4}" text-anchor="end">${escapeMarkup(label)}</text><path d="M${left} ${y}H${right}M${left} ${y - 5}v10M${right} ${y - 5}v10" class="line ${colourOf(0)}"/><circle cx="${place(estimate)}" cy="${y}" r="4" class="mark ${colourOf(0)}"/>`;
}
