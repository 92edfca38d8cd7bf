import { guarantees } from "../../../src/accounting/index.js";
import type { ChartPoint, ChartSeries } from "../../../src/charts/line-chart.js";
import { STATUS_STROKE } from "../../../src/charts/status-stroke.js";
import type { Adjacency, Guarantee, MechanismEvent, Method } from "../../../src/privacy/index.js";
import { quoted } from "./figure-tables.js";

export interface RoundsQuery {
  readonly adjacency: Adjacency;
  readonly delta: number;
  readonly method?: Method;
}

/** Epsilon against rounds, one line per method that applies to any of them; its stroke shows the status. */
export function roundsSeries(
  round: MechanismEvent,
  rounds: readonly number[],
  query: RoundsQuery,
): ChartSeries[] {
  const columns = rounds.map((times) => ({
    times,
    found: guarantees({ kind: "repeat", times, of: round }, query).guarantees,
  }));
  const figures = columns.toReversed().flatMap(({ found }) => found);
  const firstOf = (method: Method): Guarantee => figures.find((each) => each.method === method)!;
  return [...new Set(figures.map(({ method }) => method))].map(firstOf).map((last) => ({
    name: `${last.method} (${last.side === "lower" ? "lower bound, " : ""}${last.status})`,
    stroke: STATUS_STROKE[last.status],
    ...(last.side === "lower" ? { hollow: true } : {}),
    points: columns.flatMap(({ times, found }) => pointOf(last.method, times, found)),
    last: quoted(last, last.epsilon),
  }));
}

function pointOf(method: Method, rounds: number, found: readonly Guarantee[]): ChartPoint[] {
  const figure = found.find((each) => each.method === method);
  if (figure === undefined) return [];
  return [{ x: rounds, y: figure.side === "lower" ? figure.epsilon.lower : figure.epsilon.upper }];
}
