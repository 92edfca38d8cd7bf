import { worstChannelCohort } from "../../../accounting/lower/worst-channel-cohort.js";
import { indexBelow } from "./records.js";
import type { ReportRow } from "./report-row.js";

/** Local randomizers given by their matrices: record and replacement are what the others hide worst. */
export const discreteChannelReport: ReportRow<"discreteChannel"> = {
  records: ({ matrix }) => ({ range: indexBelow(matrix.length), searched: [...matrix.keys()] }),
  lawsOf({ matrix }, { records }) {
    const sums = matrix.map((row) => row.reduce((sum, each) => sum + each, 0));
    const rows = matrix.map((row, input) => row.map((each) => each / sums[input]!));
    const others = records?.map((input) => rows[input]!);
    const worst = worstChannelCohort(matrix, others && [meanOf(others)]);
    const { record = rows[0]!, replacement = rows[0]! } = worst ?? {};
    const held = others ?? [worst?.others ?? rows[0]!];
    const all = [record, replacement, ...held].map((row) => Array.from(row));
    return { laws: { kind: "finite", rows: all }, records: records ?? [0] };
  },
};

function meanOf(rows: readonly (readonly number[])[]): Float64Array {
  const mean = new Float64Array(rows[0]!.length);
  for (const row of rows) for (let y = 0; y < mean.length; y++) mean[y]! += row[y]! / rows.length;
  return mean;
}
