import { DpError } from "../../../../src/errors.js";
import { show } from "../../../../src/validate.js";
import { normalizedText } from "./normalized-text.js";

/** Is given each record's cells, in the order of the columns, and the line on which it begins. */
export type OnRecord = (cells: readonly string[], line: number) => void;

type Row = readonly string[];

/** What the parser found wrong, with or after one of the rows that it gave. */
export interface RowFault {
  readonly message: string;
  readonly row?: number | undefined;
}

export interface RecordOptions {
  /** Names in the header line. */
  readonly columns: readonly string[];
  /** Whether a blank line is a record of a file of one column: where an empty cell counts as something. */
  readonly blankIsRecord?: boolean | undefined;
  /** On which line of the file the header is. */
  readonly firstLine?: number | undefined;
}

/**
 * Finds the columns in the header row, and passes on their cells of the rows that follow; blank lines at the
 * end are none.
 */
export class RecordReader {
  readonly #columns: readonly string[];
  readonly #blankIsRecord: boolean;
  readonly #onRecord: OnRecord;
  #line: number;
  #width = 0;
  #places: readonly number[] = [];
  #blankLine: number | undefined;
  #records = 0;

  constructor({ columns, blankIsRecord = false, firstLine = 1 }: RecordOptions, onRecord: OnRecord) {
    this.#line = firstLine;
    this.#columns = columns;
    this.#blankIsRecord = blankIsRecord;
    this.#onRecord = onRecord;
  }

  /** Takes the next rows, the header row first. */
  read(rows: readonly Row[], fault?: RowFault): void {
    const sound = fault === undefined ? rows : rows.slice(0, fault.row);
    for (const row of sound) {
      if (this.#width === 0) this.#readHeader(row);
      else this.#readRecord(row);
      this.#line += 1 + lineEndsIn(row);
    }
    if (fault === undefined) return;
    const advice = "a quoted field ends before a delimiter, and quotes in it are doubled";
    throw lineFault(this.#line, rows[sound.length], `${fault.message}; ${advice}`);
  }

  /** Checks, after the last row, that there was a record. */
  end(): void {
    if (this.#records > 0) return;
    const message = "a header line and at least one record are needed";
    throw new DpError("DATA_UNREADABLE", message, { parameter: "file", value: this.#records });
  }

  #readHeader(row: Row): void {
    this.#width = row.length;
    const names = row.map(normalizedText);
    this.#places = this.#columns.map((column) => columnPlace(names, normalizedText(column), this.#line));
  }

  #readRecord(row: Row): void {
    if (this.#isBlank(row)) {
      this.#blankLine ??= this.#line;
      return;
    }
    if (this.#blankLine !== undefined) this.#refuseBlankLine(this.#blankLine);
    if (row.length !== this.#width)
      throw lineFault(
        this.#line,
        row,
        `the number of fields must be ${this.#width} as in the header, got ${row.length}; a cell that holds the delimiter stands in quotes`,
      );
    this.#records++;
    const cells = this.#places.map((place) => row[place]!);
    this.#onRecord(cells, this.#line);
  }

  #isBlank(row: Row): boolean {
    return row.length === 1 && row[0]!.trim() === "" && !(this.#width === 1 && this.#blankIsRecord);
  }

  /**
   * In a file of one column nothing tells a blank line from a user without an answer: the column says what is
   * wrong.
   */
  #refuseBlankLine(line: number): void {
    if (this.#width === 1)
      this.#onRecord(
        this.#places.map(() => ""),
        line,
      );
    throw lineFault(line, "", "the line is blank; only lines after the last record may be");
  }
}

/** A fault of the data, with its line. */
export function lineFault(line: number, value: unknown, fault: string): DpError {
  return new DpError("DATA_UNREADABLE", `line ${line}: ${fault}`, { parameter: `line ${line}`, value });
}

function columnPlace(header: Row, column: string, line: number): number {
  const place = header.indexOf(column);
  if (place >= 0 && header.lastIndexOf(column) === place) return place;
  const fault = place < 0 ? `has no column ${show(column)}` : `names the column ${show(column)} twice`;
  throw new DpError(
    "DATA_UNREADABLE",
    `line ${line}: the header ${fault}; its columns are ${header.map(show).join(", ")}`,
    { parameter: "--column", value: column, allowed: "a name that the header has once" },
  );
}

/** Line feeds inside quoted fields. */
function lineEndsIn(row: Row): number {
  return row.reduce((sum, field) => (field.includes("\n") ? sum + field.split("\n").length - 1 : sum), 0);
}
