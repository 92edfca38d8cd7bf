import { formatDown, formatUp } from "../../../src/privacy/format-number.js";
import type { Bracket, Claim } from "../../../src/privacy/index.js";
import { formatTable } from "./terminal/format-table.js";

export interface FigureColumn<Figure> {
  readonly title: string;
  readonly cell: (figure: Figure) => string;
}

/** Figures as a text table, in the order given: their columns, then the claim. */
export function figureTable<Figure extends Claim>(
  columns: readonly FigureColumn<Figure>[],
  figures: readonly Figure[],
  width?: number,
): string {
  return formatTable(
    [
      ...columns.map(({ title }) => ({ title, align: "right" as const })),
      { title: "side" },
      { title: "status" },
      { title: "method" },
      { title: "source [assumptions]", wraps: true },
    ],
    figures.map((figure) => [
      ...columns.map(({ cell }) => cell(figure)),
      figure.side,
      figure.status,
      figure.method,
      origin(figure),
    ]),
    width,
  );
}

function origin({ source, assumptions }: Claim): string {
  return assumptions.length === 0 ? source : `${source} [${assumptions.join(", ")}]`;
}

/** The end of a bracket that a figure quotes, rounded to its safe side. */
export function quoted({ side }: Pick<Claim, "side">, { lower, upper }: Bracket): string {
  return side === "upper" ? formatUp(upper) : formatDown(lower);
}
