import type { SubsetResponseEvent } from "../../../privacy/index.js";
import type { FiniteLaws } from "../_internal/report-laws.js";
import { ONE_OF_THREE } from "./records.js";
import type { ReportRow } from "./report-row.js";

/** Local randomizers of two levels. */
export const subsetResponseReport: ReportRow<"subsetResponse", FiniteLaws> = {
  records: () => ONE_OF_THREE,
  lawsOf: (event, { records = [2] }) => ({
    laws: { kind: "finite", rows: subsetRows(event, [0, 1, ...records]) },
    records,
  }),
  // The base law.
  withDummy: (event, { kind, rows }) => ({ kind, rows: [...rows, subsetCells(event).map(([mass]) => mass)] }),
};

/**
 * Reports of two levels about three inputs, whose sets all meet in one core: beside it those of inputs 0 and
 * 1 have nothing in common, and that of input 2 takes what neither has, and of both alike what is still
 * missing (docs/theorems/lower-ends.md, section 5).
 */
function subsetRows(event: SubsetResponseEvent, inputs: readonly number[]): (readonly number[])[] {
  const { epsilon, mass } = event;
  const high = 1 / (mass + (1 - mass) * Math.exp(-epsilon));
  const low = high * Math.exp(-epsilon);
  const cells = subsetCells(event);
  return inputs.map((input) => cells.map(([size, of]) => size * (of.includes(input) ? high : low)));
}

/** Cells of those reports: their mass under the base law, and the inputs whose sets hold them. */
function subsetCells({
  mass,
  overlap = 0,
}: SubsetResponseEvent): readonly (readonly [mass: number, ofInputs: readonly number[]])[] {
  const core = Math.max(overlap, 2 * mass - 1);
  const own = Math.max(0, mass - core);
  const free = Math.max(0, 1 - 2 * mass + core);
  const shared = Math.max(0, own - free) / 2;
  return [
    [core, [0, 1, 2]],
    [own - shared, [0]],
    [shared, [0, 2]],
    [own - shared, [1]],
    [shared, [1, 2]],
    [Math.min(free, own), [2]],
    [Math.max(0, free - own), []],
  ];
}
