import { type RandomSource, sampleInteger } from "../../../random/index.js";
import type { Attendance } from "./attendance.js";
import { drawBinomial } from "./draw-binomial.js";
import { drawOutcome } from "./finite-loss.js";
import type { FiniteLaws, NumberLaws } from "./report-laws.js";

/** How often each report was sent, which is all that a shuffler leaves of them. */
export interface CountedReports {
  readonly counts: readonly number[];
  /** Users who sent none. */
  readonly away: number;
  /** The changed user's, which no attacker sees but where none of the others can send it. */
  readonly own: number | undefined;
}

/** Draws what is sent; the counts are overwritten by the next draw. */
export function drawCounts(
  { rows }: Pick<FiniteLaws, "rows">,
  attendance: Attendance,
): (secret: boolean, source: RandomSource) => CountedReports {
  const [present, absent, ...ofOthers] = rows as [Row, Row, ...Row[]];
  const conditional = ofOthers.map(conditionalLaw);
  const others = attendance.groups.map(() => 0);
  const counts = present.map(() => 0);
  return (secret, source) => {
    const isThere = attendance.draw(source, others);
    counts.fill(0);
    let away = attendance.users - (isThere ? 1 : 0);
    for (let group = 0; group < others.length; group++) {
      addCounts(source, { law: conditional[group]!, reports: others[group]!, counts });
      away -= others[group]!;
    }
    const own = isThere ? drawOutcome(secret ? present : absent, source) : undefined;
    if (own !== undefined) counts[own]! += 1;
    return { counts, away, own };
  };
}

type Row = readonly number[];

/** The probability of each report among it and those after it. */
function conditionalLaw(law: Row): number[] {
  let rest = 0;
  const conditional = law.map(() => 0);
  for (let y = law.length - 1; y >= 0; y--) {
    conditional[y] = rest === 0 ? 1 : law[y]! / (rest + law[y]!);
    rest += law[y]!;
  }
  return conditional;
}

function addCounts(
  source: RandomSource,
  { law, reports, counts }: { readonly law: Row; readonly reports: number; readonly counts: number[] },
): void {
  let left = reports;
  for (let y = 0; left > 0; y++) {
    const count = drawBinomial(source, left, law[y]!);
    counts[y]! += count;
    left -= count;
  }
}

/** Numbers in an order that tells nothing. */
export interface NumberReports {
  readonly reports: Float64Array;
  /** Users who sent none. */
  readonly away: number;
}

/** Draws what is sent; the reports are overwritten by the next draw. */
export function drawNumbers(
  { places, fillNoise }: NumberLaws,
  attendance: Attendance,
): (secret: boolean, source: RandomSource) => NumberReports {
  const others = attendance.groups.map(() => 0);
  let room = new Float64Array(0);
  return (secret, source) => {
    const isThere = attendance.draw(source, others);
    const sent = others.reduce((sum, each) => sum + each, isThere ? 1 : 0);
    if (room.length < sent) room = new Float64Array(Math.max(sent, Math.min(2 * sent, attendance.users)));
    const reports = room.subarray(0, sent);
    fillNoise(source, reports);
    let end = 0;
    for (let group = 0; group < others.length; group++) {
      const start = end;
      end += others[group]!;
      const place = places[2 + group]!;
      if (place !== 0) for (let i = start; i < end; i++) reports[i]! += place;
    }
    if (isThere) {
      reports[end]! += places[secret ? 0 : 1]!;
      swap(reports, end, sampleInteger(source, sent));
    }
    // The rounding of a sum shows the order of its terms.
    if (others.length > 1) reports.sort();
    return { reports, away: attendance.users - sent };
  };
}

function swap(reports: Float64Array, one: number, other: number): void {
  const report = reports[one]!;
  reports[one] = reports[other]!;
  reports[other] = report;
}
