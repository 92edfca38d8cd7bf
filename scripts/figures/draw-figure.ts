import { lineChart } from "../../apps/cli/_internal/chart/line-chart.js";
import { formatNumber } from "../../src/privacy/format-number.js";
import type { FigureData } from "./figure.js";

/** The figure's SVG, a function of its data alone. */
export function drawFigure(data: FigureData): string {
  return `${lineChart({ ...data, formatX: formatNumber, formatY: formatNumber })}\n`;
}
