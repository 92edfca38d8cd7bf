import { LogSum } from "../../../numerics/log-sum.js";
import type { RandomSource } from "../../../random/index.js";
import type { Attendance } from "./attendance.js";
import { drawCounts, drawNumbers } from "./draw-reports.js";
import type { FiniteLaws, NumberLaws, ReportLaws } from "./report-laws.js";

/**
 * Logs of mean_i f(z_i)/U(z_i), for f the law of the changed user's report, of what stands in its place, and
 * of a dummy, which is the last law; 0 where nobody sends anything.
 */
export interface MeanRatios {
  readonly present: number;
  readonly absent: number;
  readonly dummy: number;
}

/** Draws shuffled reports; U is the mean of the groups' laws by weight. */
export type DrawMeanRatios = (
  secret: boolean,
  source: RandomSource,
  weights: readonly number[],
) => MeanRatios;

/** One shuffle of reports of those who attend. */
export function meanRatios(laws: ReportLaws, attendance: Attendance): DrawMeanRatios {
  return laws.kind === "finite" ? countedRatios(laws, attendance) : numberRatios(laws, attendance);
}

const NOTHING: MeanRatios = { present: 0, absent: 0, dummy: 0 };

function countedRatios({ rows }: FiniteLaws, attendance: Attendance): DrawMeanRatios {
  const [present, absent, ...ofOthers] = rows as [Row, Row, ...Row[]];
  const draw = drawCounts({ rows }, attendance);
  return (secret, source, weights) => {
    const { counts } = draw(secret, source);
    const sent = sumOf(counts);
    if (sent === 0) return NOTHING;
    const total = sumOf(weights);
    const law = present.map((_, y) =>
      ofOthers.reduce((sum, row, group) => sum + (weights[group]! / total) * row[y]!, 0),
    );
    const logOf = (row: Row): number =>
      Math.log(
        counts.reduce((sum, count, y) => (count > 0 ? sum + (count * row[y]!) / law[y]! : sum), 0) / sent,
      );
    return { present: logOf(present), absent: logOf(absent), dummy: logOf(ofOthers.at(-1)!) };
  };
}

function numberRatios(laws: NumberLaws, attendance: Attendance): DrawMeanRatios {
  const { places, logDensity } = laws;
  const [present, absent, ...ofOthers] = places as [number, number, ...number[]];
  const draw = drawNumbers(laws, attendance);
  return (secret, source, weights) => {
    const { reports } = draw(secret, source);
    if (reports.length === 0) return NOTHING;
    const logTotal = Math.log(sumOf(weights));
    const logShares = weights.map((weight) => Math.log(weight) - logTotal);
    const sums = [present, absent, ofOthers.at(-1)!].map((place) => ({ place, sum: new LogSum() }));
    for (const report of reports) {
      const base = new LogSum();
      for (let group = 0; group < ofOthers.length; group++) {
        if (weights[group]! > 0) base.add(logShares[group]! + logDensity(report, ofOthers[group]!));
      }
      for (const { place, sum } of sums) sum.add(logDensity(report, place) - base.log);
    }
    const logSent = Math.log(reports.length);
    const [ofPresent, ofAbsent, ofDummy] = sums.map(({ sum }) => sum.log - logSent);
    return { present: ofPresent!, absent: ofAbsent!, dummy: ofDummy! };
  };
}

type Row = readonly number[];

function sumOf(terms: readonly number[]): number {
  return terms.reduce((sum, term) => sum + term, 0);
}
