export interface TableColumn {
  readonly title: string;
  readonly align?: "left" | "right";
}

/** A plain text table: columns two spaces apart, no trailing spaces, one line per row. */
export function formatTable(columns: readonly TableColumn[], rows: readonly (readonly string[])[]): string {
  const lines = [columns.map(({ title }) => title), ...rows];
  const widths = columns.map((_, column) => Math.max(...lines.map((cells) => cells[column]!.length)));
  return lines.map((cells) => formatLine(cells, columns, widths)).join("\n");
}

function formatLine(
  cells: readonly string[],
  columns: readonly TableColumn[],
  widths: readonly number[],
): string {
  const padded = cells.map((cell, column) =>
    columns[column]!.align === "right" ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!),
  );
  return padded.join("  ").trimEnd();
}
