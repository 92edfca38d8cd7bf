import { guarantees } from "../../../../src/accounting/index.js";
import type { Adjacency, Guarantee, MechanismEvent, Method, Status } from "../../../../src/privacy/index.js";
import { type ChartSeries, lineChart } from "../chart/line-chart.js";
import { formatNumber } from "../format-number.js";

interface PlotOptions {
  readonly adjacency: Adjacency;
  readonly delta: number;
  readonly method?: Method;
}

const STROKES: Readonly<Record<Status, ChartSeries["stroke"]>> = {
  proven: "solid",
  conditional: "dashed",
  approximate: "dashed",
  refuted: "dotted",
};
const POINTS = 13;
/** Rounds drawn for an event that says nothing of repetition. */
const DEFAULT_ROUNDS = 1000;

/** Epsilon against rounds, one line per method, as SVG. */
export function plotRounds(event: MechanismEvent, options: PlotOptions): string {
  const { round, times } =
    event.kind === "repeat" && event.times > 1
      ? { round: event.of, times: event.times }
      : { round: event, times: DEFAULT_ROUNDS };
  const columns = roundsUpTo(times).map((rounds) => ({
    rounds,
    found: guarantees({ kind: "repeat", times: rounds, of: round }, options).guarantees,
  }));
  const last = columns.at(-1)!.found;
  return lineChart({
    title: "Privacy spent against rounds",
    xTitle: "rounds",
    yTitle: `epsilon at delta = ${formatNumber(options.delta)}, ${options.adjacency}`,
    xScale: "log",
    yScale: "log",
    formatX: formatNumber,
    formatY: formatNumber,
    series: last.map(({ method, status, side }) => ({
      name: `${method} (${side === "lower" ? "lower bound, " : ""}${status})`,
      stroke: STROKES[status],
      points: columns.flatMap(({ rounds, found }) => pointOf(method, rounds, found)),
    })),
  });
}

function roundsUpTo(times: number): number[] {
  const steps = Array.from({ length: POINTS }, (_, i) => Math.round(times ** (i / (POINTS - 1))));
  return [...new Set(steps)];
}

function pointOf(method: Method, rounds: number, found: readonly Guarantee[]): { x: number; y: number }[] {
  const figure = found.find((each) => each.method === method);
  if (figure === undefined) return [];
  return [{ x: rounds, y: figure.side === "lower" ? figure.epsilon.lower : figure.epsilon.upper }];
}
