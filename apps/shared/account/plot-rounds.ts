import type { LineChart } from "../../../src/charts/line-chart.js";
import { formatUp } from "../../../src/privacy/format-number.js";
import type { Adjacency, MechanismEvent } from "../../../src/privacy/index.js";
import { type RoundsQuery, roundsSeries } from "./rounds-series.js";
import { summarizeEvent } from "./summarize-event.js";

const POINTS = 13;
/** Columns of which a subtitle, whose end a pointer shows, may say four. */
const SUBTITLE_WIDTH = 80;
/** Rounds drawn for an event that says nothing of repetition. */
const DEFAULT_ROUNDS = 1000;

/** Which adjacencies are drawn: those that the text beside the chart answers for. */
interface PlotQuery extends Omit<RoundsQuery, "adjacency"> {
  readonly adjacencies: readonly Adjacency[];
}

/** Epsilon against rounds, one line per method and adjacency. */
export function plotRounds(event: MechanismEvent, { adjacencies, ...query }: PlotQuery): LineChart {
  const { round, times } =
    event.kind === "repeat" && event.times > 1
      ? { round: event.of, times: event.times }
      : { round: event, times: DEFAULT_ROUNDS };
  const alone = adjacencies.length === 1 ? adjacencies[0] : undefined;
  return {
    title: "Privacy spent against rounds",
    subtitle: summarizeEvent(round, SUBTITLE_WIDTH),
    xTitle: "rounds",
    yTitle: `epsilon at delta = ${formatUp(query.delta)}${alone === undefined ? "" : `, ${alone}`}`,
    xScale: "log",
    yScale: "log",
    series: adjacencies.flatMap((adjacency) =>
      roundsSeries(round, roundsUpTo(times), { ...query, adjacency }).map((line) =>
        alone === undefined ? { ...line, name: `${adjacency}: ${line.name}` } : line,
      ),
    ),
  };
}

function roundsUpTo(times: number): number[] {
  const steps = Array.from({ length: POINTS }, (_, i) => Math.round(times ** (i / (POINTS - 1))));
  return [...new Set(steps)];
}
