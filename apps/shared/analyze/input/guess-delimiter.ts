import Papa from "papaparse";
import { DpError } from "../../../../src/errors.js";
import { show } from "../../../../src/validate.js";
import { normalizedText } from "./normalized-text.js";

/** The first one is the standard's, and taken where nothing speaks against it. */
const CANDIDATES = [",", ";", "\t", "|"] as const;
/** Records that are looked at. */
const RECORDS = 50;

interface Reading {
  readonly delimiter: string;
  readonly fields: number;
  readonly namesColumns: boolean;
  readonly isTable: boolean;
}

/** The beginning of a table, and whether there is more of it. */
export interface Sample {
  readonly text: string;
  readonly whole: boolean;
}

/**
 * The delimiter under which the header names the columns and the first records have as many fields as the
 * header.
 *
 * Where none does, the one that comes nearest, so that reading on names the fault.
 *
 * @throws DpError DATA_UNREADABLE where two delimiters fit
 */
export function guessDelimiter(sample: Sample, columns: readonly string[]): string {
  const readings = CANDIDATES.map((delimiter) => readWith(delimiter, sample, columns));
  const fitting = readings.filter(({ namesColumns, isTable }) => namesColumns && isTable);
  const splitting = fitting.filter(({ fields }) => fields > 1);
  if (splitting.length > 1) throw ambiguous(splitting);
  const found = splitting[0] ?? fitting[0] ?? readings.find(({ namesColumns }) => namesColumns);
  return (found ?? mostFields(readings)).delimiter;
}

function readWith(delimiter: string, { text, whole }: Sample, columns: readonly string[]): Reading {
  const { data } = Papa.parse<string[]>(text, { delimiter, newline: "\n", preview: RECORDS });
  const complete = whole || data.length === RECORDS ? data : data.slice(0, -1);
  const [header = [], ...records] = complete.filter(
    (fields) => fields.length > 1 || fields[0]?.trim() !== "",
  );
  const names = header.map(normalizedText);
  return {
    delimiter,
    fields: header.length,
    namesColumns: columns.every((column) => names.includes(normalizedText(column))),
    isTable: records.every((fields) => fields.length === header.length),
  };
}

function mostFields(readings: readonly Reading[]): Reading {
  return readings.reduce((best, reading) => (reading.fields > best.fields ? reading : best));
}

function ambiguous(readings: readonly Reading[]): DpError {
  const fitting = readings.map(({ delimiter }) => show(delimiter));
  const message = `${fitting.join(" and ")} may both separate the columns; say which by --delimiter`;
  return new DpError("DATA_UNREADABLE", message, { parameter: "--delimiter", value: fitting });
}
