import { formatUp } from "../../../../src/privacy/format-number.js";
import type { MechanismEvent } from "../../../../src/privacy/index.js";
import type { LineChart } from "../../../shared/charts/line-chart.js";
import { describeEvent } from "../describe-event.js";
import { type RoundsQuery, roundsSeries } from "./rounds-series.js";

const POINTS = 13;
/** Rounds drawn for an event that says nothing of repetition. */
const DEFAULT_ROUNDS = 1000;

/** Epsilon against rounds, one line per method. */
export function plotRounds(event: MechanismEvent, query: RoundsQuery): LineChart {
  const { round, times } =
    event.kind === "repeat" && event.times > 1
      ? { round: event.of, times: event.times }
      : { round: event, times: DEFAULT_ROUNDS };
  return {
    title: "Privacy spent against rounds",
    subtitle: describeEvent(round),
    xTitle: "rounds",
    yTitle: `epsilon at delta = ${formatUp(query.delta)}, ${query.adjacency}`,
    xScale: "log",
    yScale: "log",
    series: roundsSeries(round, roundsUpTo(times), query),
  };
}

function roundsUpTo(times: number): number[] {
  const steps = Array.from({ length: POINTS }, (_, i) => Math.round(times ** (i / (POINTS - 1))));
  return [...new Set(steps)];
}
