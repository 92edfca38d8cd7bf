import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DOCUMENTS, withGeneratedBlocks } from "../../scripts/docs/generated-blocks.js";
import { methodCoverage } from "../../src/accounting/index.js";

const ROOT = join(import.meta.dirname, "../..");

describe.each(DOCUMENTS)("%s", (path) => {
  const text = readFileSync(join(ROOT, path), "utf8");

  it("has blocks that are as generated: `npm run docs` makes them anew", () => {
    expect(text).toContain("<!-- generated: ");
    expect(withGeneratedBlocks(text)).toBe(text);
  });
});

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
