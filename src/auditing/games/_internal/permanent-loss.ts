import type { Attendance } from "./attendance.js";
import { drawCounts, drawNumbers } from "./draw-reports.js";
import type { Loss } from "./finite-loss.js";
import { HandingOut } from "./handing-out.js";
import type { ReportLaws } from "./report-laws.js";

/**
 * Shuffled reports of others who hold different records, scored by their likelihood ratio: the sum over all
 * ways to hand the reports to users, each of whom has one at most, of the product of the likelihoods. A way
 * in which the changed user has none counts under both secrets.
 */
export function permanentLoss(laws: ReportLaws, attendance: Attendance): Loss {
  const handingOut = new HandingOut(attendance.groups);
  if (laws.kind === "finite") {
    const draw = drawCounts(laws, attendance);
    const likelihoods = transposed(laws.rows).map(overLargest);
    return (secret, source) => {
      const { counts } = draw(secret, source);
      return handingOut.score(
        counts.flatMap((count, y) => Array<readonly number[]>(count).fill(likelihoods[y]!)),
      );
    };
  }
  const draw = drawNumbers(laws, attendance);
  return (secret, source) => {
    const { reports } = draw(secret, source);
    return handingOut.score(
      Array.from(reports, (report) =>
        likelihoodsOf(laws.places.map((place) => laws.logDensity(report, place))),
      ),
    );
  };
}

function transposed(rows: readonly (readonly number[])[]): number[][] {
  return rows[0]!.map((_, y) => rows.map((row) => row[y]!));
}

/** A factor that all holders share does not matter. */
function overLargest(likelihoods: readonly number[]): number[] {
  const largest = Math.max(...likelihoods);
  return likelihoods.map((each) => (largest === 0 ? 0 : each / largest));
}

function likelihoodsOf(logs: readonly number[]): number[] {
  const largest = Math.max(...logs);
  return logs.map((each) => Math.exp(each - largest));
}
