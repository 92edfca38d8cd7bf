import { formatNumber } from "../../../../src/privacy/format-number.js";
import type { TrainingRecord } from "../../../../src/training/loop/training-state.js";
import { type ChartSeries, lineChart } from "../chart/line-chart.js";
import { STATUS_STROKE } from "../chart/status-stroke.js";

const Y = { yTitle: "test accuracy", formatY: (share: number) => `${formatNumber(100 * share)} %` };

/** Accuracy against rounds. */
export function accuracyByRound(history: readonly TrainingRecord[]): string {
  const points = history.map(({ round, accuracy }) => ({ x: round, y: accuracy }));
  const series = [{ name: "test accuracy", stroke: "solid" as const, points }];
  return lineChart({ title: "Accuracy by round", xTitle: "rounds", ...Y, series });
}

/** Accuracy against epsilon, one line per method, drawn by the status of the method's figure. */
export function accuracyByEpsilon(history: readonly TrainingRecord[], delta: number): string {
  return lineChart({
    title: "Accuracy by epsilon",
    xTitle: `epsilon at delta = ${formatNumber(delta)}, logarithmic`,
    xScale: "log",
    formatX: formatNumber,
    ...Y,
    series: seriesByMethod(history),
  });
}

function seriesByMethod(history: readonly TrainingRecord[]): ChartSeries[] {
  const byMethod = new Map<string, ChartSeries & { points: { x: number; y: number }[] }>();
  for (const { accuracy, spent } of history) {
    for (const { method, status, epsilon } of spent) {
      const name = `${method} (${status})`;
      const series = byMethod.get(name) ?? { name, stroke: STATUS_STROKE[status], points: [] };
      series.points.push({ x: epsilon, y: accuracy });
      byMethod.set(name, series);
    }
  }
  return [...byMethod.values()];
}
