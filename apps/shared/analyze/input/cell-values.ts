import { show } from "../../../../src/validate.js";
import { normalizedText } from "./normalized-text.js";
import type { CellWriting, ColumnPlan } from "./plan.js";
import { lineFault } from "./record-reader.js";

/** A cell without spaces around it; undefined where it is empty and counts as something. */
export function presentCell(
  text: string,
  line: number,
  { missing }: ColumnPlan,
  { missingValues }: CellWriting,
): string | undefined {
  const cell = normalizedText(text);
  if (cell !== "" && !missingValues.includes(cell)) return cell;
  if (missing !== undefined) return undefined;
  const what =
    cell === "" ? "the cell is empty" : `${show(cell)} means an empty cell, as --missing-values has it`;
  throw lineFault(
    line,
    text,
    `${what}; --missing VALUE says what it counts as (to leave the user out would show in the number of reports)`,
  );
}
