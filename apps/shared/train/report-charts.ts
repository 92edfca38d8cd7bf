import { escapeMarkup } from "../words/escape-markup.js";
import { trainCharts } from "./train-charts.js";
import type { TrainSummary } from "./train-summary.js";

/** The same chart for screens and paper, and for phones: the page shows one of them. */
const WIDTHS = [
  ["wide", 560],
  ["narrow", 340],
] as const;

/** The report's charts, side by side where there is room. */
export async function reportCharts(summary: TrainSummary): Promise<string> {
  const charts = trainCharts(summary);
  if (charts.length === 0)
    return "<p>The run ended before its first evaluation: there is nothing to draw.</p>";
  const { drawLineChart } = await import("../../../src/charts/index.js");
  const figures = charts.map(({ title, ...chart }) => {
    const drawings = WIDTHS.map(
      ([name, width]) => `<div class="${name}">${drawLineChart({ ...chart, width })}</div>`,
    );
    return `<figure><figcaption>${escapeMarkup(title)}</figcaption>${drawings.join("")}</figure>`;
  });
  return `<div class="charts">${figures.join("\n")}</div>`;
}
