import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PAGES } from "../../scripts/docs/code-blocks.js";
import { ROOT } from "../../scripts/docs/user-project.js";
import { anchorsOf, linksOf } from "../package/_internal/markdown-links.js";

const REFERENCE = readdirSync(join(ROOT, "docs/api"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".md"))
  .map((name) => `docs/api/${name}`);
const DOCUMENTS = [...PAGES, ...REFERENCE, "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"];

const textOf = (document: string): string => readFileSync(join(ROOT, document), "utf8");

/** The links that lead to no file, or to no heading of one. */
function brokenLinks(document: string, text = textOf(document)): string[] {
  return linksOf(document, text)
    .filter(({ path, heading }) => {
      const isHere = path === document;
      if (!isHere && !existsSync(join(ROOT, path))) return true;
      return heading !== undefined && !anchorsOf(isHere ? text : textOf(path)).includes(heading);
    })
    .map(({ path, heading }) => (heading === undefined ? path : `${path}#${heading}`));
}

describe("the documents' links", () => {
  it.each(DOCUMENTS)("%s: lead to files and headings of the repository", (document) => {
    expect(brokenLinks(document)).toEqual([]);
  });

  it("are noticed where they do not", () => {
    const text =
      "# A b\n[x](#a-b) [x](#c) [x](no-such.md) [x](conventions.md#errors) [x](conventions.md#no-such)";
    expect(brokenLinks("docs/x.md", text)).toEqual([
      "docs/x.md#c",
      "docs/no-such.md",
      "docs/conventions.md#no-such",
    ]);
  });

  it("reach every page from docs/README.md or the pages there", () => {
    const reached = new Set(["README.md", "docs/README.md"]);
    for (const document of reached) {
      for (const { path } of linksOf(document, textOf(document))) {
        if (path.endsWith(".md") && existsSync(join(ROOT, path))) reached.add(path);
        if (path === "docs/theorems")
          for (const page of PAGES.filter((each) => each.startsWith(path))) reached.add(page);
      }
    }
    expect(PAGES.filter((page) => !reached.has(page))).toEqual([]);
  });
});
