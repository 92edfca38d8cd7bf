import { LogSum } from "../../../numerics/log-sum.js";
import type { Attendance } from "./attendance.js";
import { drawCounts, drawNumbers } from "./draw-reports.js";
import type { Loss } from "./finite-loss.js";
import type { FiniteLaws, NumberLaws, ReportLaws } from "./report-laws.js";

/**
 * Shuffled reports, scored by log((n - K + sum_i P/U(z_i)) / (n - K + sum_i Q/U(z_i))): K of n users report,
 * each of the reports is the changed user's with probability 1/n, and U is the law of the others' reports.
 * Where they all hold one record it is the likelihood ratio; where they do not, U is the mean of their laws,
 * and it is that of others who hold records drawn at random.
 */
export function meanRatioLoss(laws: ReportLaws, attendance: Attendance): Loss {
  return laws.kind === "finite" ? countedLoss(laws, attendance) : numberLoss(laws, attendance);
}

function countedLoss({ rows }: FiniteLaws, attendance: Attendance): Loss {
  const [present, absent, ...ofOthers] = rows as [Row, Row, ...Row[]];
  const shares = sharesOf(attendance);
  const law = present.map((_, y) => ofOthers.reduce((sum, row, group) => sum + shares[group]! * row[y]!, 0));
  const draw = drawCounts({ rows }, attendance);
  const logOf = (counts: readonly number[], row: Row, away: number): number => {
    let sum = away;
    for (let y = 0; y < counts.length; y++) if (counts[y]! > 0) sum += (counts[y]! * row[y]!) / law[y]!;
    return Math.log(sum);
  };
  return (secret, source) => {
    const { counts, away, own } = draw(secret, source);
    // None of the others sends it.
    if (own !== undefined && law[own] === 0) return Math.log(present[own]!) - Math.log(absent[own]!);
    return logOf(counts, present, away) - logOf(counts, absent, away);
  };
}

function numberLoss(laws: NumberLaws, attendance: Attendance): Loss {
  const { places, logDensity } = laws;
  const [present, absent, ...ofOthers] = places as [number, number, ...number[]];
  const logShares = sharesOf(attendance).map(Math.log);
  const logOfOthers = (report: number): number => {
    if (ofOthers.length === 1) return logDensity(report, ofOthers[0]!);
    const sum = new LogSum();
    for (let group = 0; group < ofOthers.length; group++) {
      sum.add(logShares[group]! + logDensity(report, ofOthers[group]!));
    }
    return sum.log;
  };
  const draw = drawNumbers(laws, attendance);
  return (secret, source) => {
    const { reports, away } = draw(secret, source);
    const ofPresent = new LogSum();
    const ofAbsent = new LogSum();
    for (const sum of [ofPresent, ofAbsent]) if (away > 0) sum.add(Math.log(away));
    for (const report of reports) {
      const base = logOfOthers(report);
      ofPresent.add(logDensity(report, present) - base);
      ofAbsent.add(logDensity(report, absent) - base);
    }
    return ofPresent.log - ofAbsent.log;
  };
}

type Row = readonly number[];

/** What part of the others is of each group. */
function sharesOf({ users, groups }: Attendance): number[] {
  return groups.map((size) => (users === 1 ? 1 : size / (users - 1)));
}
