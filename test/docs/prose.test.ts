import { readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { describe, expect, it } from "vitest";
import { PAGES, SOURCES } from "../../scripts/docs/code-blocks.js";
import { MARKER, markdownBlocks } from "../../scripts/docs/markdown-blocks.js";
import { sentencesOf, withSentenceLines } from "../../scripts/docs/sentence-lines.js";
import { ROOT } from "../../scripts/docs/user-project.js";

/** Of the median paragraph. */
const MAX_WORDS = 30;
const MAX_SENTENCES = 3;

const DOCS = PAGES.filter((page) => page.startsWith("docs/"));
const THEOREMS = DOCS.filter((page) => page.startsWith("docs/theorems/"));
/** Pages that a user reads from the start; the list of papers is looked up. */
const GUIDES = PAGES.filter((page) => !THEOREMS.includes(page) && page !== "docs/papers.md");

const textOf = (document: string): string => readFileSync(join(ROOT, document), "utf8");

/** A heading that a paragraph begins with: **In bold.** */
const RUN_IN_HEADING = /^\*{1,2}[^*]+[.?]\*{1,2} /;

/** The paragraphs and the items of lists, each on one line. */
function paragraphsIn(text: string): string[] {
  return markdownBlocks(text)
    .filter(({ kind }) => kind === "prose")
    .map(({ lines }) => lines.map((line) => line.replace(MARKER, "").trim()).join(" "))
    .map((paragraph) => paragraph.replace(RUN_IN_HEADING, ""));
}

/** Words that are read: of a link its label, and no signs that stand alone. */
function wordsIn(paragraph: string): number {
  const read = paragraph.replace(/\]\([^)]*\)/g, "]");
  return read.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

function median(values: readonly number[]): number {
  const ascending = [...values].sort((a, b) => a - b);
  return ascending[Math.floor(ascending.length / 2)] ?? 0;
}

const GLOSSARY = "docs/glossary.md";
/** The headings of its first section, in lower case. */
const TERMS = [
  ...textOf(GLOSSARY)
    .split(/^## /m)[1]!
    .matchAll(/^### (.*)$/gm),
].map(([, term]) => term!.toLowerCase());

/** The terms that a page's prose uses before it links to their entries. */
function unlinkedTerms(page: string, text: string): string[] {
  const prose = paragraphsIn(text)
    .join("\n")
    .replace(/`[^`]*`/g, "");
  const visible = prose.replace(/\]\([^)]*\)/g, (target) => target.replace(/\w/g, " "));
  return TERMS.filter((term) => {
    const first = new RegExp(`\\b${term}s?\\b`, "i").exec(visible);
    if (first === null) return false;
    const link = /^[^[\]]*\]\(([^)]*)\)/.exec(prose.slice(first.index));
    return link?.[1] !== `${posix.relative(dirname(page), GLOSSARY)}#${term.replaceAll(" ", "-")}`;
  });
}

const medianOf = (documents: readonly string[]): number =>
  median(documents.map(textOf).flatMap(paragraphsIn).map(wordsIn));

describe("the documents' prose", () => {
  it("has a median paragraph of at most 30 words over docs/, and over its theorems", () => {
    expect(medianOf(DOCS)).toBeLessThanOrEqual(MAX_WORDS);
    expect(medianOf(THEOREMS)).toBeLessThanOrEqual(MAX_WORDS);
  });

  it.each(GUIDES)("%s: its median paragraph has at most 30 words", (page) => {
    expect(medianOf([page])).toBeLessThanOrEqual(MAX_WORDS);
  });

  it.each(GUIDES)("%s: no paragraph has more than three sentences", (page) => {
    const long = paragraphsIn(textOf(page)).filter((each) => sentencesOf(each).length > MAX_SENTENCES);
    expect(long).toEqual([]);
  });

  it.each(SOURCES)("%s: has one sentence a line; `npm run docs` breaks lines anew", (source) => {
    expect(withSentenceLines(textOf(source))).toBe(textOf(source));
  });
});

describe("docs/glossary.md", () => {
  it("has the project's own terms", () => {
    expect(TERMS).toEqual(expect.arrayContaining(["cohort", "hidden transposition", "band"]));
  });

  it.each(PAGES.filter((page) => page !== GLOSSARY))(
    "%s links to each term where it uses it first",
    (page) => {
      expect(unlinkedTerms(page, textOf(page))).toEqual([]);
    },
  );

  it("is missed where a page uses a term, or links to it too late", () => {
    const link = "[cohorts](glossary.md#cohort)";
    expect(unlinkedTerms("docs/x.md", "All cohorts.\n")).toEqual(["cohort"]);
    expect(unlinkedTerms("docs/x.md", `All cohorts.\n\nAll ${link}.\n`)).toEqual(["cohort"]);
    expect(unlinkedTerms("docs/x.md", `# Cohorts\n\nAll ${link}, a cohort, a \`ledger\`.\n`)).toEqual([]);
  });
});

describe("sentences and paragraphs", () => {
  it("are told apart from abbreviations, numbers and initials", () => {
    const text =
      "See Chua et al. (2025), e.g. Table 1. By E. S. Pearson, Weijie J. Su. Noise 5 C. `a. B` is 1.5 (so). 3 of 4!";
    expect(sentencesOf(text)).toEqual([
      "See Chua et al. (2025), e.g. Table 1.",
      "By E. S. Pearson, Weijie J. Su.",
      "Noise 5 C.",
      "`a. B` is 1.5 (so).",
      "3 of 4!",
    ]);
  });

  it("get a line each; code, tables, formulas and generated blocks are left alone", () => {
    const kept =
      "```sh\na. B.\n```\n\n| A. B. |\n|---|\n\n    A. B.\n\n<!-- generated: x -->\nA. B.\n<!-- end -->\n";
    expect(withSentenceLines(`One\nof. Two.\n- Three. Four\n  of.\n1. Five.\n\n${kept}`)).toBe(
      `One of.\nTwo.\n- Three.\n  Four of.\n1. Five.\n\n${kept}`,
    );
  });

  it("count what is read", () => {
    const text =
      "# Heading\n\n**In bold.** Read [this](a/b.md#c) – now.\n\n- an\n  item\n- another\n\n| cell |\n";
    expect(paragraphsIn(text)).toEqual(["Read [this](a/b.md#c) – now.", "an item", "another"]);
    expect(paragraphsIn(text).map(wordsIn)).toEqual([3, 2, 1]);
    expect(median([3, 1, 2, 5])).toBe(3);
  });
});
