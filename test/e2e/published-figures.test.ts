import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { GuaranteesReport } from "../../src/accounting/index.js";
import type { Guarantee } from "../../src/privacy/index.js";
import { runBuilt } from "./_internal/run-built.js";

const PAGE = readFileSync(join(import.meta.dirname, "../../docs/published-figures.md"), "utf8");

/** Each command with the rows of the table behind it that name a method. */
const SECTIONS = PAGE.split("```sh\ncroupier ")
  .slice(1)
  .map((section) => {
    const [command, rest] = section.split("\n```\n") as [string, string];
    const rows = Array.from(rest.matchAll(/^\| `([\w-]+)`[^|]*\| (\w+) \| ([\d.]+) \|$/gm));
    return {
      command,
      rows: rows.map(([, method, status, epsilon]) => [method!, status!, epsilon!] as const),
    };
  });

/** The figure to the safe side, with as many decimals as `like` shows. */
function rounded({ side, epsilon }: Guarantee, like: string): string {
  const scale = 10 ** like.split(".")[1]!.length;
  const digits = side === "upper" ? Math.ceil(epsilon.upper * scale) : Math.floor(epsilon.lower * scale);
  return (digits / scale).toFixed(Math.log10(scale));
}

describe("docs/published-figures.md", () => {
  it("has the commands and the rows", () => {
    expect(SECTIONS.map(({ rows }) => rows.length)).toEqual([5, 6, 3, 2, 3]);
  });

  it.each(SECTIONS)("croupier $command", async ({ command, rows }) => {
    const { stdout } = await runBuilt([...command.split(" "), "--json"]);
    const { guarantees } = JSON.parse(stdout) as GuaranteesReport;
    for (const [method, status, epsilon] of rows) {
      const found = guarantees.find((guarantee) => guarantee.method === method)!;
      expect([method, found.status, rounded(found, epsilon)]).toEqual([method, status, epsilon]);
    }
  });
});
