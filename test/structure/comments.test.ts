import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { parseSync } from "vite";
import { describe, expect, it } from "vitest";
import { filesIn, ROOT } from "./_internal/source-files.js";

const FOLDERS = ["src", "apps", "scripts", "experiments", "bench", "test", "assembly"];
/** More columns than the formatter gives code; it does not wrap comments. */
const WIDE = /^.{111}/mu;
/** Rows of tables, addresses, and the linter's own comments, which must be one line. */
const UNWRAPPABLE = /^\s*\* \|.*\|$|:\/\/|\bbiome-ignore\b/;
const MANY = /\bso[\s*]+many\b/i;
/** These two words where a number or a noun belongs: no "that" follows in the sentence. */
const NO_NUMBER = new RegExp(`${MANY.source}(?![^.]*\\bthat\\b)`, "i");
/** AssemblyScript's decorator of functions, which TypeScript does not have. */
const DECORATOR = /^@inline\b/gm;

/** A source's comments, each from the start of its first line; none where nothing in it can be wrong. */
function commentsOf(text: string): string[] {
  if (!WIDE.test(text) && !MANY.test(text)) return [];
  const parsable = text.replace(DECORATOR, (decorator) => " ".repeat(decorator.length));
  const { comments, errors } = parseSync("source.ts", parsable);
  if (errors.length > 0) throw new Error(errors[0]!.message);
  return comments.map(({ start, end }) => text.slice(text.lastIndexOf("\n", start) + 1, end));
}

/** The wide lines of a comment's prose; its examples are code. */
function wideLines(comment: string): string[] {
  let isExample = false;
  return comment.split("\n").filter((line) => {
    const tag = /^\s*(?:\/\*)?\* ?@(\w+)/.exec(line)?.[1];
    if (tag !== undefined) isExample = tag === "example";
    return WIDE.test(line) && !isExample && !UNWRAPPABLE.test(line);
  });
}

function withoutNumber(comment: string): string[] {
  return NO_NUMBER.test(comment.slice(comment.search(/\/[/*]/))) ? [comment] : [];
}

const files = FOLDERS.flatMap(filesIn);
const all = files.flatMap((path) =>
  commentsOf(readFileSync(path, "utf8")).map((comment) => ({ path, comment })),
);

/** What is wrong in the comments of all files. */
function foundIn(wrong: (comment: string) => string[]): string[] {
  return all.flatMap(({ path, comment }) =>
    wrong(comment).map((found) => `${relative(ROOT, path)}: ${found.trim()}`),
  );
}

describe("comments of sources and tests", () => {
  it("are at most 110 columns wide", () => {
    expect(files.length).toBeGreaterThan(2000);
    expect(foundIn(wideLines)).toEqual([]);
  });

  it("name a number instead of saying that it is large", () => {
    expect(foundIn(withoutNumber)).toEqual([]);
  });
});

describe("the scan of comments", () => {
  /** Words up to a column. */
  const upTo = (column: number, start: string, end = ""): string =>
    `${start.padEnd(column - end.length, " word")}${end}`;
  const wideIn = (text: string): string[] => commentsOf(text).flatMap(wideLines);

  it.each([
    ["a doc comment of one line", (column: number) => upTo(column, "  /** One", " */")],
    ["a line of a longer one", (column: number) => `/**\n${upTo(column, " * @throws")}\n */`],
    [
      "the line after an example",
      (column: number) => `/**\n * @example f();\n${upTo(column, " * @see")}\n */`,
    ],
    ["a comment behind code", (column: number) => upTo(column, "f(1); // One")],
    ["letters of two code units", (column: number) => upTo(column + 1, "// 𝒫")],
    ["AssemblyScript", (column: number) => `@inline\nfunction f(): void {}\n${upTo(column, "// One")}`],
  ])("measures %s", (_, source) => {
    expect(wideIn(source(111))).toHaveLength(1);
    expect(wideIn(source(110))).toEqual([]);
  });

  it.each([
    ["an example", `/**\n * Doc.\n * @example f();\n${upTo(120, " * g();")}\n */`],
    ["a row of a table", `/**\n${upTo(120, " * | a |", " |")}\n */`],
    ["an address", upTo(120, "// https://example.org/")],
    ["a reason for the linter", upTo(120, "// biome-ignore lint/a/b:")],
    ["a string", upTo(120, 'f("// One', '");')],
    ["code behind a comment", upTo(120, '/* One */ f("', '");')],
  ])("leaves %s", (_, source) => {
    expect(source).toMatch(WIDE);
    expect(wideIn(source)).toEqual([]);
  });

  it("knows a missing number from a consequence", () => {
    const wrong = (text: string) => commentsOf(text).flatMap(withoutNumber).length;
    expect(wrong("/** One of so many categories. That is all. */")).toBe(1);
    expect(wrong("/**\n * At most so\n * many, or fewer.\n */")).toBe(1);
    expect(wrong("/** As so many. */\nconst that = 1;")).toBe(1);
    expect(wrong("// So many that one block is best.")).toBe(0);
    expect(wrong("f('so many of them');")).toBe(0);
  });
});
