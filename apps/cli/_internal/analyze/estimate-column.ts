import {
  collectFrequencies,
  collectMean,
  type FrequencyCollection,
  type MeanCollection,
} from "../../../../src/analytics/index.js";
import { DpError } from "../../../../src/errors.js";
import { show } from "../../../../src/validate.js";
import { type AnalyzeFlags, collectionOf } from "./analyze-flags.js";
import { readColumn } from "./read-column.js";

/** `Number` takes more for one: an empty text for zero, 0x10, 0b11. */
const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** What was estimated, of which column. */
export type ColumnReport = { readonly column: string } & (
  | ({ readonly kind: "frequencies" } & FrequencyCollection)
  | ({ readonly kind: "mean"; readonly bounds: Bounds } & MeanCollection)
);

interface Bounds {
  readonly lower: number;
  readonly upper: number;
}

/** Reads the column and estimates what the flags say. */
export async function estimateColumn(file: string, flags: AnalyzeFlags): Promise<ColumnReport> {
  const { column, categories, simultaneous = false } = flags;
  const cell = (text: string, line: number): string => presentCell(text, line, flags);
  if (flags.mean) {
    const bounds = { lower: flags.lower!, upper: flags.upper! };
    const values = await readColumn(file, column, (text, line) => numberIn(cell(text, line), line));
    return {
      column,
      kind: "mean",
      bounds,
      ...collectMean({ values, ...bounds, ...collectionOf(flags, values.length) }),
    };
  }
  const known = categories && new Set(categories);
  const values = await readColumn(file, column, (text, line) => categoryIn(cell(text, line), line, known));
  const collection = collectionOf(flags, values.length);
  const options = {
    values,
    simultaneous,
    ...collection,
    ...(categories === undefined ? {} : { categories }),
  };
  return { column, kind: "frequencies", ...collectFrequencies(options) };
}

function presentCell(text: string, line: number, { missing }: AnalyzeFlags): string {
  const cell = text.trim();
  if (cell !== "") return cell;
  if (missing !== undefined) return missing.trim();
  throw faultAt(
    line,
    text,
    "the cell is empty; --missing VALUE says what it counts as (to leave the user out would show in the number of reports)",
  );
}

function numberIn(cell: string, line: number): number {
  const value = DECIMAL.test(cell) ? Number(cell) : Number.NaN;
  if (Number.isFinite(value)) return value;
  throw faultAt(line, cell, `${show(cell)} is not a finite decimal number`);
}

function categoryIn(cell: string, line: number, known: ReadonlySet<string> | undefined): string {
  if (known === undefined || known.has(cell)) return cell;
  throw faultAt(
    line,
    cell,
    `${show(cell)} is not one of --categories; list every value that a user may hold`,
  );
}

function faultAt(line: number, value: string, fault: string): DpError {
  return new DpError("DATA_UNREADABLE", `line ${line}: ${fault}`, { parameter: `line ${line}`, value });
}
