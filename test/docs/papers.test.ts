import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { nodesOf, parse, ROOT, sourcesIn } from "../structure/_internal/source-files.js";

const PAPERS = readFileSync(join(ROOT, "docs/papers.md"), "utf8");

/**
 * `LT22`, or `Balle and Wang 2018`, `Feldman, McMillan, Talwar 2023`, `Chua et al. 2025`; not the type of
 * numbers called BF16.
 */
const NAME = "[A-Z][A-Za-z]+";
const CITATION = new RegExp(
  `\\b(?!BF16)[A-Z]{2,3}\\d\\d\\b|${NAME}(?:(?:, (?:and )?| and )${NAME})*(?: et al\\.)? (?:19|20)\\d\\d\\b`,
  "g",
);

const citationsIn = (text: string): string[] => text.match(CITATION) ?? [];
const LABELS = [...PAPERS.matchAll(/\*\*([^*]+?)\.?\*\*/g)].map(([, label]) => label!);

/** The citations in a source's strings, comments apart: `source` of figures is made of them. */
function citationsOf(path: string): string[] {
  return [...nodesOf(parse(path).body)].flatMap((node) => {
    if (node.type === "Literal" && typeof node.value === "string") return citationsIn(node.value);
    if (node.type !== "TemplateElement") return [];
    return citationsIn((node.value as { readonly raw: string }).raw);
  });
}

const arxivNumbers = (text: string): string[] => text.match(/arXiv:\d{4}\.\d{5}/g) ?? [];

describe("docs/papers.md", () => {
  it("has an entry for each paper that a figure's source names", { tags: ["long"] }, () => {
    const cited = new Set(sourcesIn("src").flatMap(citationsOf));
    expect([...cited]).toEqual(
      expect.arrayContaining(["GDD21", "LT22", "Balle and Wang 2018", "Warner 1965"]),
    );
    expect([...cited].filter((citation) => !LABELS.includes(citation))).toEqual([]);
  });

  it("has every paper that a comment or another page cites by its number", () => {
    const pages = readdirSync(join(ROOT, "docs/theorems")).map((name) => join(ROOT, "docs/theorems", name));
    const missing = [...sourcesIn("src"), ...pages].flatMap((path) =>
      arxivNumbers(readFileSync(path, "utf8"))
        .filter((number) => !PAPERS.includes(number))
        .map((number) => `${relative(ROOT, path)}: ${number}`),
    );
    expect(missing).toEqual([]);
  });

  it("keeps the papers of one year by the same authors apart: no method cites the one of CCS", () => {
    const [, gdd21] = /\*\*GDD21\*\*(.*)/.exec(PAPERS)!;
    expect(arxivNumbers(gdd21!)).toEqual(["arXiv:2107.08763"]);
    const citing = sourcesIn("src").filter((path) => readFileSync(path, "utf8").includes("2105.05180"));
    expect(citing.map((path) => relative(ROOT, path))).toEqual([]);
  });

  it("names each paper once", () => {
    expect(LABELS.filter((label, index) => LABELS.indexOf(label) !== index)).toEqual([]);
    expect(new Set(arxivNumbers(PAPERS)).size).toBe(arxivNumbers(PAPERS).length);
  });
});

describe("the search for citations", () => {
  it("finds labels and authors with their year", () => {
    expect(
      citationsIn("exact law of LT22 Theorem 2's pair; Feldman, McMillan, Talwar 2023, Theorem 3.2"),
    ).toEqual(["LT22", "Feldman, McMillan, Talwar 2023"]);
    expect(citationsIn("Chua et al. 2025; Balle and Wang 2018; Warner 1965; up to 2048 of 60000")).toEqual([
      "Chua et al. 2025",
      "Balle and Wang 2018",
      "Warner 1965",
    ]);
  });
});
