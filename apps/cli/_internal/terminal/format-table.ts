import stringWidth from "string-width";
import { wrapText } from "./wrap-text.js";

export interface TableColumn {
  readonly title: string;
  readonly align?: "left" | "right";
  /** Gives way, by wrapping its words, where the table is wider than the terminal. */
  readonly wraps?: boolean;
}

const GAP = "  ";
/** A column that wraps keeps at least so many columns of the terminal. */
const LEAST_WRAPPED = 12;

/**
 * A plain text table: columns two spaces apart, no trailing spaces; wide characters and colours count as what they show.
 *
 * @param width columns of the terminal; unlimited by default
 */
export function formatTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  width: number = Infinity,
): string {
  const lines = [columns.map(({ title }) => title), ...rows];
  const widths = fittingWidths(columns, naturalWidths(columns, lines), width);
  return lines.flatMap((cells) => formatRow(cells, columns, widths)).join("\n");
}

function naturalWidths(columns: readonly TableColumn[], lines: readonly (readonly string[])[]): number[] {
  return columns.map((_, column) => Math.max(...lines.map((cells) => stringWidth(cells[column]!))));
}

/** What is too wide is taken from the columns that wrap, the widest first. */
function fittingWidths(columns: readonly TableColumn[], natural: readonly number[], width: number): number[] {
  const widths = [...natural];
  const total = (): number => widths.reduce((sum, each) => sum + each + GAP.length, -GAP.length);
  while (total() > width) {
    const widest = columns.reduce<number>(
      (best, { wraps }, column) =>
        wraps && widths[column]! > (widths[best] ?? LEAST_WRAPPED) ? column : best,
      -1,
    );
    if (widest < 0) break;
    widths[widest]! -= 1;
  }
  return widths;
}

function formatRow(
  cells: readonly string[],
  columns: readonly TableColumn[],
  widths: readonly number[],
): string[] {
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
