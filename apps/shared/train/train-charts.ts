import type { ChartPoint, ChartSeries, LineChart } from "../../../src/charts/line-chart.js";
import { STATUS_STROKE } from "../../../src/charts/status-stroke.js";
import { formatNumber, formatUp } from "../../../src/privacy/format-number.js";
import type { TrainingRecord } from "../../../src/training/loop/training-state.js";
import { hasGuarantee } from "../../../src/training/options/has-guarantee.js";
import { accuracyTitle } from "./accuracy-title.js";
import type { TrainSummary } from "./train-summary.js";

/** A chart of the report; its title stands on the page. */
export type ReportChart = LineChart & { readonly title: string };

/** Accuracy and loss by round; with a guarantee, epsilon by round and accuracy by epsilon too. */
export function trainCharts(summary: TrainSummary): ReportChart[] {
  const { history, config, seeded } = summary;
  const accuracy = accuracyTitle(summary);
  if (history.length === 0) return [];
  if (!hasGuarantee(config)) return learningCurves(history, accuracy);
  const epsilonTitle = `epsilon at delta = ${formatUp(config.delta)}, ${config.adjacency}`;
  const byEpsilon = [
    epsilonByRound(history, epsilonTitle),
    accuracyByEpsilon(history, accuracy, epsilonTitle),
  ];
  const mark = seeded ? { subtitle: "seeded: not private" } : {};
  return [...learningCurves(history, accuracy), ...byEpsilon.map((chart) => ({ ...chart, ...mark }))];
}

function learningCurves(history: readonly TrainingRecord[], title: string): ReportChart[] {
  const { accuracy, loss } = history.at(-1)!;
  const curve = (name: string, pointOf: (record: TrainingRecord) => ChartPoint): ChartSeries[] => [
    { name, stroke: "solid", points: history.map(pointOf) },
  ];
  return [
    {
      title: `${capitalized(title)} by round`,
      ...{ xTitle: "rounds", yTitle: `${title}, %`, formatY: formatPercent },
      series: curve(formatPercent(accuracy), (record) => ({ x: record.round, y: record.accuracy })),
    },
    {
      title: "Test loss by round",
      ...{ xTitle: "rounds", yTitle: "mean cross-entropy, nats" },
      series: curve(`${formatNumber(loss)} nats`, (record) => ({ x: record.round, y: record.loss })),
    },
  ];
}

function epsilonByRound(history: readonly TrainingRecord[], yTitle: string): ReportChart {
  return {
    title: "Epsilon by round",
    ...{ xTitle: "rounds", yTitle, yScale: "log" },
    series: methodSeries(history, (epsilon, { round }) => ({ x: round, y: epsilon })),
  };
}

function accuracyByEpsilon(history: readonly TrainingRecord[], title: string, xTitle: string): ReportChart {
  return {
    title: `${capitalized(title)} by epsilon`,
    ...{ xTitle, yTitle: `${title}, %`, xScale: "log", formatY: formatPercent },
    series: methodSeries(history, (epsilon, { accuracy }) => ({ x: epsilon, y: accuracy })),
  };
}

/** One series per method, drawn by the status of its figure, in the order of the last evaluation. */
function methodSeries(
  history: readonly TrainingRecord[],
  pointOf: (epsilon: number, record: TrainingRecord) => ChartPoint,
): ChartSeries[] {
  const figures = history.toReversed().flatMap((record) =>
    record.spent.map(({ method, status, epsilon }) => ({
      ...{ name: `${method} (${status})`, status, epsilon },
      point: pointOf(epsilon, record),
    })),
  );
  return [...new Set(figures.map(({ name }) => name))].map((name) => {
    const found = figures.filter((figure) => figure.name === name);
    const { status, epsilon } = found[0]!;
    const points = found.map(({ point }) => point).reverse();
    return { name, stroke: STATUS_STROKE[status], points, last: formatUp(epsilon) };
  });
}

function capitalized(title: string): string {
  return `${title[0]!.toUpperCase()}${title.slice(1)}`;
}

function formatPercent(share: number): string {
  return `${formatNumber(100 * share)} %`;
}
