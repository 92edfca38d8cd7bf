import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ResultTable } from "../../experiments/experiment.js";
import { PAPERS, type Paper } from "../../experiments/listed-experiment.js";
import {
  type ItemPart,
  type ItemValue,
  type MeasuredCell,
  type PaperItem,
  type RecordedFigure,
  VERDICTS,
} from "../../experiments/paper-item.js";
import { PAPER_ITEMS } from "../../experiments/paper-items.js";
import { formatDown, formatNumber } from "../../src/privacy/format-number.js";
import { ROOT } from "./user-project.js";

/** How many items came to what, paper by paper. */
export function verdictsTable(): string {
  const rows = PAPERS.map((paper) => {
    const counts = VERDICTS.map(
      (each) => PAPER_ITEMS[paper].filter(({ verdict }) => verdict === each).length,
    );
    return `| ${paper} | ${PAPER_ITEMS[paper].length} | ${counts.join(" | ")} |`;
  });
  return [`| paper | items | ${VERDICTS.join(" | ")} |`, "|---|---|---|---|---|---|---|", ...rows].join("\n");
}

/** Every item of a paper, as a Markdown table. */
export function paperItemsTable(paper: Paper): string {
  return [
    "| item | printed | command | ours | proven | verdict |",
    "|---|---|---|---|---|---|",
    ...PAPER_ITEMS[paper].map(rowOf),
  ].join("\n");
}

function rowOf({ item, printed, command, ours, proven, verdict, why }: PaperItem): string {
  const reason = why === "" ? verdict : `${verdict}: ${why}`;
  const cells = [item, printed, `\`${command}\``, wordsOf(ours), wordsOf(proven), reason];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

/** A value as words. */
function wordsOf(value: ItemValue): string {
  if (value === null) return "–";
  return isParts(value) ? value.map(partOf).join("") : partOf(value);
}

function isParts(value: ItemPart | readonly ItemPart[]): value is readonly ItemPart[] {
  return Array.isArray(value);
}

function partOf(part: ItemPart): string {
  if (typeof part === "string") return part;
  if (typeof part === "function") return part();
  return "page" in part ? recorded(part) : measured(part);
}

/** What a page records. */
function recorded({ page, words, unit = "" }: RecordedFigure): string {
  const found = words.exec(readFileSync(join(ROOT, page), "utf8"));
  if (found === null) throw new Error(`${page}: nothing that matches ${words}`);
  return `${found[1]}${unit}`;
}

/** What a long form wrote under `measured`. */
function measured({ experiment, table, row, column, unit = "" }: MeasuredCell): string {
  const path = join(ROOT, `scripts/docs/measured/${experiment}.json`);
  const { tables } = JSON.parse(readFileSync(path, "utf8")) as { readonly tables: readonly ResultTable[] };
  const { columns, rows } = tables[table]!;
  const exact = columns.findIndex((each) => titleOf(each) === column);
  const at = exact === -1 ? columns.findIndex((each) => titleOf(each).startsWith(column)) : exact;
  const cell = rows.at(row)![at];
  if (typeof cell !== "number") throw new Error(`${path}: no number under ${column} in row ${row}`);
  const head = columns[at]!;
  const isLower = typeof head !== "string" && head.rounded === "down";
  return `${isLower ? formatDown(cell) : formatNumber(cell)}${unit}`;
}

function titleOf(column: ResultTable["columns"][number]): string {
  return typeof column === "string" ? column : column.title;
}
