import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ResultTable } from "../../experiments/experiment.js";
import { formatDown, formatNumber } from "../../src/privacy/format-number.js";
import { ROOT } from "./user-project.js";

/** What `croupier experiment yjx25-table-6 --out scripts/docs/measured` wrote. */
const RESULT = join(ROOT, "scripts/docs/measured/yjx25-table-6.json");

/** Audits of shuffled DP-SGD as the experiment wrote them, as Markdown tables. */
export function yjx25AuditTable(): string {
  const { tables, quick, seed } = JSON.parse(readFileSync(RESULT, "utf8")) as {
    readonly tables: readonly ResultTable[];
    readonly quick: boolean;
    readonly seed: number;
  };
  if (quick) throw new Error(`${RESULT} is of the quick form; run the experiment without --quick`);
  const words = tables.map(
    ({ title, columns, rows }) => `${title}:

| ${columns.map(titleOf).join(" | ")} |
|${columns.map(() => "---").join("|")}|
${rows.map((row) => `| ${row.map((cell, i) => show(cell, columns[i]!)).join(" | ")} |`).join("\n")}`,
  );
  return `${words.join("\n\n")}

Seed ${seed}.`;
}

function titleOf(column: ResultTable["columns"][number]): string {
  return typeof column === "string" ? column : column.title;
}

function show(cell: string | number | null, column: ResultTable["columns"][number]): string {
  if (cell === null) return "–";
  if (typeof cell === "string") return cell;
  const isLower = typeof column !== "string" && column.rounded === "down";
  return isLower ? formatDown(cell) : formatNumber(cell);
}
