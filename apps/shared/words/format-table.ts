import stringWidth from "fast-string-width";
import { wrapText } from "./wrap-text.js";

export interface TableColumn {
  readonly title: string;
  readonly align?: "left" | "right";
  /** Gives way, by wrapping its words, where the table is wider than the terminal. */
  readonly wraps?: boolean;
  /** Whether a cell that is the one above it is shown again; by default it is. */
  readonly repeats?: boolean;
}

type Row = readonly string[];

const GAP = "  ";
/** A column that wraps keeps at least this number of columns of the terminal. */
const MIN_WRAPPED = 12;
const SPACES = /\s+/;

/**
 * A plain text table: columns two spaces apart, no trailing spaces; wide characters and colours count as what
 * they show. Where the table cannot be made as narrow as the terminal, each row becomes a block of lines
 * `title cell`.
 *
 * @param width columns of the terminal; unlimited by default
 */
export function formatTable(
  columns: readonly TableColumn[],
  rows: readonly Row[],
  width: number = Infinity,
): string {
  const lines = [columns.map(({ title }) => title), ...rows];
  const widths = fittingWidths(columns, lines, width);
  if (totalOf(widths) > width && columns.length > 2) return formatBlocks(columns, rows, width);
  return withoutRepeated(columns, lines)
    .flatMap((cells) => formatRow(cells, columns, widths))
    .join("\n");
}

function withoutRepeated(columns: readonly TableColumn[], lines: readonly Row[]): readonly Row[] {
  return lines.map((cells, line) =>
    cells.map((cell, column) =>
      columns[column]!.repeats === false && line > 0 && cell === lines[line - 1]![column] ? "" : cell,
    ),
  );
}

function naturalWidths(lines: readonly Row[]): number[] {
  return lines[0]!.map((_, column) =>
    lines.reduce((most, cells) => Math.max(most, stringWidth(cells[column]!)), 0),
  );
}

function totalOf(widths: readonly number[]): number {
  return widths.reduce((sum, each) => sum + each + GAP.length, -GAP.length);
}

/** What is too wide is taken from the columns that wrap, the widest first, down to their longest words. */
function fittingWidths(columns: readonly TableColumn[], lines: readonly Row[], width: number): number[] {
  const widths = naturalWidths(lines);
  if (totalOf(widths) <= width) return widths;
  const least = columns.map(({ wraps }, column) =>
    wraps ? Math.max(MIN_WRAPPED, longestWord(lines, column)) : Infinity,
  );
  while (totalOf(widths) > width) {
    const shrinking = widths.flatMap((each, column) => (each > least[column]! ? [column] : []));
    if (shrinking.length === 0) break;
    const widest = shrinking.reduce((one, other) => (widths[other]! > widths[one]! ? other : one));
    widths[widest]! -= 1;
  }
  return widths;
}

function longestWord(lines: readonly Row[], column: number): number {
  return lines.reduce(
    (most, cells) =>
      cells[column]!.split(SPACES).reduce((longest, word) => Math.max(longest, stringWidth(word)), most),
    0,
  );
}

function formatBlocks(columns: readonly TableColumn[], rows: readonly Row[], width: number): string {
  const pair = [{ title: "" }, { title: "", wraps: true }];
  const blocks = rows.map((cells) => {
    const lines = columns.map(({ title }, column) => [title, cells[column]!]);
    const widths = fittingWidths(pair, lines, width);
    return lines.flatMap((line) => formatRow(line, pair, widths)).join("\n");
  });
  return blocks.join("\n\n");
}

function formatRow(cells: Row, columns: readonly TableColumn[], widths: readonly number[]): string[] {
  const wrapped = cells.map((cell, column) =>
    columns[column]!.wraps ? wrapText(cell, { width: widths[column]! }).split("\n") : [cell],
  );
  const height = Math.max(...wrapped.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    wrapped
      .map((lines, column) => padded(lines[line] ?? "", widths[column]!, columns[column]!.align))
      .join(GAP)
      .trimEnd(),
  );
}

function padded(text: string, width: number, align: TableColumn["align"]): string {
  const space = " ".repeat(Math.max(0, width - stringWidth(text)));
  return align === "right" ? space + text : text + space;
}
