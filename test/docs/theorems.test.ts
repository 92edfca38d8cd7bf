import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const FOLDER = join(ROOT, "docs/theorems");
const DOCS = readdirSync(FOLDER).filter((name) => name.endsWith(".md"));

const textOf = (doc: string): string => readFileSync(join(FOLDER, doc), "utf8");

/** Targets of links and pictures inside the repository, from its root. */
function linksOf(text: string): string[] {
  return [...text.matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map(([, target]) => join("docs/theorems", target!));
}

/** Paths from the root in code spans; braces list alternatives. */
function pathsOf(text: string): string[] {
  const spans = [...text.matchAll(/`((?:src|test|assembly|scripts)\/[^`\s]*)`/g)].map(([, path]) => path!);
  return spans.flatMap((path) => {
    const [, head, list, tail] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(path) ?? [];
    return list === undefined ? [path] : list.split(",").map((each) => `${head}${each}${tail}`);
  });
}

function missing(paths: readonly string[]): string[] {
  return paths.filter((path) => !existsSync(join(ROOT, path)));
}

describe.each(DOCS)("docs/theorems/%s", (doc) => {
  const links = linksOf(textOf(doc));

  it("links the code and the tests of its theorem", () => {
    const sources = links.filter((path) => path.startsWith("src/") && path.endsWith(".ts"));
    expect(sources.filter((path) => !path.endsWith(".test.ts"))).not.toEqual([]);
    expect(links.filter((path) => path.endsWith(".test.ts"))).not.toEqual([]);
  });

  it("names only files that are there", () => {
    expect(missing([...links, ...pathsOf(textOf(doc))])).toEqual([]);
  });
});

describe("the check of the documents", () => {
  it("notices a file that is not there, and reads braces", () => {
    expect(missing(linksOf("[x](../../src/no-such.ts)"))).toEqual(["src/no-such.ts"]);
    expect(pathsOf("`src/{a,b}/c.ts`, `test/d.ts`, `not/e.ts`")).toEqual([
      "src/a/c.ts",
      "src/b/c.ts",
      "test/d.ts",
    ]);
  });

  it("finds every figure in a document", () => {
    const figures = readdirSync(join(ROOT, "docs/figures")).map((name) => `docs/figures/${name}`);
    const linked = DOCS.flatMap((doc) => linksOf(textOf(doc)));
    expect(figures.filter((figure) => !linked.includes(figure))).toEqual([]);
  });
});
