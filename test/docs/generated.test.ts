import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DOCUMENTS, withGeneratedBlocks } from "../../scripts/docs/generated-blocks.js";
import { methodCoverage } from "../../src/accounting/index.js";
import { shortAndLong } from "../short-and-long.js";

const ROOT = join(import.meta.dirname, "../..");
/** Documents whose tables are computed for many seconds. */
const LONG: ReadonlySet<string> = new Set([
  "docs/choosing-an-accountant.md",
  "docs/training.md",
  "docs/experiments.md",
]);

for (const [cases, options] of shortAndLong(DOCUMENTS, (path) => LONG.has(path))) {
  describe.each(cases)("%s", options, (path) => {
    const text = readFileSync(join(ROOT, path), "utf8");

    it("has blocks that are as generated: `npm run docs` makes them anew", () => {
      expect(text).toContain("<!-- generated: ");
      expect(withGeneratedBlocks(text)).toBe(text);
    });
  });
}

it("the table of methods has a row for each method, and a round and a report in each row", () => {
  const table = withGeneratedBlocks("<!-- generated: coverage -->\n\n<!-- end -->").split("\n");
  for (const { method, covers } of methodCoverage) {
    const [row] = table.filter((line) => line.startsWith(`| \`${method}\` |`));
    const joinsOthers = covers.length === 0; // basic composition alone
    expect(row, method).toMatch(
      joinsOthers ? /\| sequences of several kinds of rounds \|/ : /\| [A-Z]+ [rza]+/,
    );
  }
  expect(methodCoverage.filter(({ covers }) => covers.length === 0)).toHaveLength(1);
});
