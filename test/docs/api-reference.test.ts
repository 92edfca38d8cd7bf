import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ACCOUNTING_METHODS } from "../../src/privacy/index.js";
import { type Declaration, entryPoints, exportsOf, show } from "../structure/_internal/public-exports.js";
import { nodesOf, parse, ROOT } from "../structure/_internal/source-files.js";

const FOLDER = join(ROOT, "docs/api");
const PAGES = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((name) =>
  name.endsWith(".md"),
);
const TEXT = PAGES.map((name) => readFileSync(join(FOLDER, name), "utf8"))
  .join("\n")
  .replaceAll("\\_", "_");

/** The letters and digits of a text, links without their targets. */
function words(text: string): string {
  return text
    .replace(/\]\([^)]*\)/g, "]")
    .replace(/\{@link (\w+)\}/g, "$1")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

const HEADINGS = new Set([...TEXT.matchAll(/^#{2,4} (?:abstract )?(\w+)/gm)].map(([, name]) => name!));
const FIELDS = new Set(
  [...TEXT.matchAll(/`(?:readonly )?(\w+)\??`|(\w+)\??:/g)].flatMap(([, a, b]) => a ?? b ?? []),
);
const WORDS = words(TEXT);

/** What a doc comment says, without its tags. */
function description({ path, statement }: Declaration): string {
  const [, comment] = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/.exec(parse(path).text.slice(0, statement.start))!;
  return comment!.replace(/^\s*\* ?/gm, "").split(/^@/m)[0]!;
}

/** The names of an interface's fields and of a function's options. */
function fieldsOf({ node }: Declaration): string[] {
  const inside = (part: { readonly type: string }) => part.type !== "BlockStatement";
  return [...nodesOf(node, inside)]
    .filter(({ type }) => type === "TSPropertySignature")
    .map(({ key }) => (key as { readonly name?: string }).name ?? "")
    .filter((name) => name !== "");
}

const EXPORTED = entryPoints().flatMap((entry) => [...exportsOf(entry).values()]);

describe("docs/api: `npm run docs` makes it anew", () => {
  it("has a heading for every public export", () => {
    expect(EXPORTED.length).toBeGreaterThan(200);
    expect(EXPORTED.filter(({ name }) => !HEADINGS.has(name)).map(show)).toEqual([]);
  });

  it("says what their doc comments say", () => {
    const changed = EXPORTED.filter((each) => !WORDS.includes(words(description(each))));
    expect([...new Set(changed.map(show))]).toEqual([]);
  });

  it("names every option and every field", () => {
    const missing = EXPORTED.flatMap((each) =>
      fieldsOf(each)
        .filter((name) => !FIELDS.has(name))
        .map((name) => `${show(each)}.${name}`),
    );
    expect([...new Set(missing)]).toEqual([]);
  });

  it("lists every method wherever one may be named", () => {
    const unions = [...TEXT.matchAll(/`method\??` \|[^|]*\|([^\n]*unshuffled[^\n]*)/g)].map(
      ([, union]) => union!,
    );
    expect(unions.length).toBeGreaterThan(5);
    for (const union of unions) {
      expect(ACCOUNTING_METHODS.filter((method) => !union.includes(`"${method}"`))).toEqual([]);
    }
  });

  it("has a page for each sub-path of the package", () => {
    const { exports } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    const paths = Object.keys(exports).filter((path) => !path.endsWith(".json"));
    const titles = PAGES.map((name) => /^# (.*)/.exec(readFileSync(join(FOLDER, name), "utf8"))?.[1]);
    expect(titles).toEqual(expect.arrayContaining(paths.map((path) => path.replace(".", "croupier-dp"))));
  });
});
