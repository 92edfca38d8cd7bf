import { createReadStream, statSync } from "node:fs";
import { Readable } from "node:stream";
import { parse } from "csv-parse";
import { DpError } from "../../../../src/errors.js";
import { show } from "../../../../src/validate.js";
import { decodeUtf8 } from "./decode-utf8.js";
import { readingProgress } from "./reading-progress.js";

interface CsvRecord {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/**
 * One value of every record of a CSV file (RFC 4180 in UTF-8, with or without byte order mark), read as a stream.
 *
 * @param column a name in the header line
 * @param read makes a value of a cell, or throws; `line` is where the record ends
 * @throws DpError DATA_UNREADABLE with the line number
 */
export async function readColumn<Value>(
  file: string,
  column: string,
  read: (cell: string, line: number) => Value,
): Promise<Value[]> {
  const values: Value[] = [];
  try {
    let index = -1;
    for await (const { record, info } of recordsOf(file)) {
      if (index < 0)
        index = columnIndex(
          record.map((name) => name.trim()),
          column.trim(),
        );
      else values.push(read(record[index]!, info.lines));
    }
  } catch (error) {
    throw unreadable(file, error);
  }
  if (values.length > 0) return values;
  throw unreadable(file, new Error("a header line and at least one record are needed"));
}

async function* recordsOf(file: string): AsyncGenerator<CsvRecord> {
  const progress = readingProgress(statSync(file).size);
  const bytes = createReadStream(file);
  const records = parse({ bom: true, info: true, record_delimiter: ["\r\n", "\n", "\r"] });
  const text = Readable.from(decodeUtf8(bytes));
  text.on("error", (error) => records.destroy(error));
  try {
    for await (const record of text.pipe(records)) {
      yield record as CsvRecord;
      progress.update(bytes.bytesRead);
    }
  } finally {
    text.destroy();
    progress.stop();
  }
}

function columnIndex(header: readonly string[], column: string): number {
  const index = header.indexOf(column);
  if (index >= 0 && header.lastIndexOf(column) === index) return index;
  const fault = index < 0 ? `has no column ${show(column)}` : `names the column ${show(column)} twice`;
  throw new DpError(
    "DATA_UNREADABLE",
    `line 1: the header ${fault}; its columns are ${header.map(show).join(", ")}`,
    { parameter: "--column", value: column, allowed: "a name that the header has once" },
  );
}

/** A fault of the file, with its name; a fault of the program stays as it is. */
function unreadable(file: string, error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof TypeError || error instanceof RangeError) return error;
  if (error instanceof DpError && error.code !== "DATA_UNREADABLE") return error;
  const details = error instanceof DpError ? error.details : { parameter: "file", value: file };
  return new DpError("DATA_UNREADABLE", `cannot read ${file}: ${error.message}`, details, error);
}
