import { MARKER, markdownBlocks } from "./markdown-blocks.js";

/** Code and the targets of links, where no sentence ends. */
const OPAQUE = /`[^`]*`|\]\([^)]*\)/g;
/** The end of a sentence, and the space before the next one. */
const END = /[.!?∎]["”’)\]*_]*( +)(?=["“‘([*_]*[\p{Lu}\p{N}\p{Script=Greek}`])/gu;
const ABBREVIATION =
  /(?:\b(?:e\.g|i\.e|cf|al|Figs?|Sec|Eqs?|vs|resp|etc|pp)|(?:^|[,.&*] ?|\p{Lu}[\p{L}-]+ )\p{Lu})\.$/u;
/** What Markdown would take for a list, a heading, a quotation or a table at the start of a line. */
const NO_START = /^(?:\d+[.)]|[-+*#>])\s|^\|/;

/** The sentences of a text without line breaks. */
export function sentencesOf(text: string): string[] {
  const visible = text.replace(OPAQUE, (span) => "`".padEnd(span.length, "`"));
  const sentences: string[] = [];
  let start = 0;
  for (const { index, 0: end, 1: space } of visible.matchAll(END)) {
    const next = index + end.length;
    if (ABBREVIATION.test(visible.slice(start, index + 1)) || NO_START.test(text.slice(next))) continue;
    sentences.push(text.slice(start, next - space!.length));
    start = next;
  }
  return [...sentences, text.slice(start)];
}

/** The text with one sentence of its prose on each line. */
export function withSentenceLines(text: string): string {
  return markdownBlocks(text)
    .flatMap(({ kind, lines }) => (kind === "prose" ? sentenceLines(lines) : lines))
    .join("\n");
}

function sentenceLines(lines: readonly string[]): string[] {
  const marker = MARKER.exec(lines[0]!)![0];
  const words = lines.map((line, i) => (i === 0 ? line.slice(marker.length) : line).trim()).join(" ");
  const indent = " ".repeat(marker.length);
  return sentencesOf(words).map((sentence, i) => `${i === 0 ? marker : indent}${sentence}`);
}
