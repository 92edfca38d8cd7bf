import { drawLineChart } from "../../src/charts/index.js";
import type { FigureData } from "./figure.js";

/** The figure's SVG, a function of its data alone. */
export function drawFigure(data: FigureData): string {
  return `${drawLineChart(data)}\n`;
}
