import stringWidth from "fast-string-width";
import { formatDown, formatUp } from "../../../src/privacy/format-number.js";
import type { Bracket, Claim, Status } from "../../../src/privacy/index.js";
import { formatTable } from "../words/format-table.js";
import type { Layout, Mark, Paint } from "../words/layout.js";
import { wrapText } from "../words/wrap-text.js";

export interface FigureColumn<Figure> {
  readonly title: string;
  readonly cell: (figure: Figure) => string;
}

/** Figures of one kind, under a heading where there are several kinds. */
export interface FigureGroup<Figure> {
  readonly title?: string;
  readonly figures: readonly Figure[];
}

export interface FigureTables<Figure> extends Layout {
  /** What the figures say; columns that do not fit stand in a further table. */
  readonly columns: readonly FigureColumn<Figure>[];
  readonly groups: readonly FigureGroup<Figure>[];
  /** Whether a numbered legend of the sources follows. */
  readonly sources: boolean;
}

const COLOURS: Readonly<Record<Status, Mark>> = {
  proven: "green",
  conditional: "yellow",
  approximate: "yellow",
  refuted: "red",
};

/** Figures as text tables, in the order given: what they say, then the claim. */
export function figureTables<Figure extends Claim>(options: FigureTables<Figure>): string[] {
  const { columns, groups, sources, width, paint } = options;
  const origins = [...new Set(groups.flatMap(({ figures }) => figures.map(origin)))];
  const legend = origins.map((text, index) => wrapText(`[${index + 1}] ${text}`, { width, hanging: 4 }));
  const numberOf = (figure: Figure): string => `[${origins.indexOf(origin(figure)) + 1}]`;
  const tables = groups.flatMap(({ title, figures }) => {
    const [first, ...others] = fittingTables(
      columns,
      (some) => tableOf(some, figures, paint, sources ? numberOf : undefined),
      width,
    );
    return [title === undefined ? first! : `${title}\n${first}`, ...others];
  });
  return sources ? [...tables, legend.join("\n")] : tables;
}

/** One table, or halves of it until each is narrow enough. */
function fittingTables<Column>(
  columns: readonly Column[],
  tableOf: (columns: readonly Column[]) => string,
  width: number,
): string[] {
  const table = tableOf(columns);
  if (columns.length < 2 || table.split("\n").every((line) => stringWidth(line) <= width)) return [table];
  const half = Math.ceil(columns.length / 2);
  return [columns.slice(0, half), columns.slice(half)].flatMap((some) => fittingTables(some, tableOf, width));
}

function tableOf<Figure extends Claim>(
  columns: readonly FigureColumn<Figure>[],
  figures: readonly Figure[],
  paint: Paint,
  sourceOf?: (figure: Figure) => string,
): string {
  const claim: FigureColumn<Figure>[] = [
    { title: "side", cell: ({ side }) => side },
    { title: "status", cell: ({ status }) => paint(COLOURS[status], status) },
    { title: "method", cell: ({ method }) => method },
    ...(sourceOf === undefined ? [] : [{ title: "source", cell: sourceOf }]),
  ];
  return formatTable(
    [
      ...columns.map(({ title }) => ({ title, align: "right" as const })),
      ...claim.map(({ title }) => ({ title })),
    ],
    figures.map((figure) => [...columns, ...claim].map(({ cell }) => cell(figure))),
  );
}

function origin({ source, assumptions }: Claim): string {
  return assumptions.length === 0 ? source : `${source} [${assumptions.join(", ")}]`;
}

/** The end of a bracket that a figure quotes, rounded to its safe side. */
export function quoted({ side }: Pick<Claim, "side">, { lower, upper }: Bracket): string {
  return side === "upper" ? formatUp(upper) : formatDown(lower);
}
