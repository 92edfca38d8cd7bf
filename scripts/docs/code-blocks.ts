import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./user-project.js";

/** A fenced block of a document. */
export interface CodeBlock {
  readonly document: string;
  /** Of the opening fence, from 1. */
  readonly line: number;
  readonly language: string;
  readonly code: string;
  /** The text block right below, which shows what the code prints. */
  readonly output?: string;
}

/** README.md and every page below docs/, but for the generated reference. */
export const PAGES: readonly string[] = [
  "README.md",
  ...readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md") && !name.startsWith("api/"))
    .map((name) => `docs/${name}`)
    .sort(),
];

/** The Markdown sources whose prose has one sentence a line. */
export const SOURCES: readonly string[] = [...PAGES, "CONTRIBUTING.md", "SECURITY.md"];

/** The blocks of a page in order, each with its output. */
export function codeBlocksOf(document: string): CodeBlock[] {
  return blocksIn(document, readFileSync(join(ROOT, document), "utf8"));
}

/** As {@link codeBlocksOf}, of a text. */
export function blocksIn(document: string, text: string): CodeBlock[] {
  const found = [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map((match) => ({
    document,
    line: text.slice(0, match.index).split("\n").length,
    language: match[1]!,
    code: match[2]!,
    end: match.index + match[0].length,
    start: match.index,
  }));
  return found.map(({ end, start: _, ...block }) => {
    const next = found.find(({ start }) => start > end);
    const isOutput = next?.language === "text" && text.slice(end, next.start).trim() === "";
    return isOutput ? { ...block, output: next.code } : block;
  });
}

/** Whether a block is a program. */
export function isProgram({ language }: CodeBlock): boolean {
  return language === "js" || language === "ts";
}

/** The arguments of `croupier` in a line of shell, and undefined for another command. */
export function argumentsOfCroupier(line: string): string | undefined {
  return /^(?:npx croupier-dp|croupier) (.*)$/.exec(line.trim())?.[1];
}

/** The arguments of a line that runs `croupier-server`; undefined for another. */
export function argumentsOfServer(line: string): string | undefined {
  return /^(?:npx )?croupier-server (.*)$/.exec(line.trim())?.[1];
}

/** How to run what a block shows. */
export interface Runners {
  readonly program: (code: string) => string;
  /** The arguments of `croupier`. */
  readonly croupier: (args: string) => string;
}

/** The text with the output of each program, and of each question to `croupier`, that shows one made anew. */
export function withOutputs(text: string, run: Runners): string {
  return text.replace(
    /^(```(js|ts|sh)\n((?:(?!```).*\n)*)```\n\n```text\n)(?:(?!```).*\n)*```$/gm,
    (_, start: string, language: string, code: string) => {
      const output = language === "sh" ? run.croupier(argumentsOfCroupier(code)!) : run.program(code);
      return `${start}${output}\`\`\``;
    },
  );
}

/** Where a block stands, e.g. `README.md:17`. */
export function placeOf({ document, line }: CodeBlock): string {
  return `${document}:${line}`;
}
