import { show } from "../../../../src/validate.js";
import { lineFault } from "./input/record-reader.js";
import type { ColumnPlan } from "./plan.js";

/** `Number` takes more for one: an empty text for zero, 0x10, 0b11. */
const DECIMAL = {
  point: /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i,
  comma: /^[+-]?(\d+(,\d*)?|,\d+)(e[+-]?\d+)?$/i,
};

/** A cell without spaces around it, or what an empty one counts as. */
export function presentCell(text: string, line: number, { missing }: ColumnPlan): string {
  const cell = text.trim();
  if (cell !== "") return cell;
  if (missing !== undefined) return missing.trim();
  throw lineFault(
    line,
    text,
    "the cell is empty; --missing VALUE says what it counts as (to leave the user out would show in the number of reports)",
  );
}

/** The number that a text spells in decimals; undefined for other texts. */
export function decimalNumber(text: string, decimalComma: boolean): number | undefined {
  const isNumber = (decimalComma ? DECIMAL.comma : DECIMAL.point).test(text);
  return isNumber ? Number(text.replace(",", ".")) : undefined;
}

/** The number that a cell holds. */
export function numberIn(cell: string, line: number, decimalComma: boolean): number {
  const value = decimalNumber(cell, decimalComma);
  if (Number.isFinite(value)) return value!;
  const advice = !decimalComma && DECIMAL.comma.test(cell) ? "; --decimal-comma reads such numbers" : "";
  throw lineFault(line, cell, `${show(cell)} is not a finite decimal number${advice}`);
}
