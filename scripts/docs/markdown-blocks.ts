/** Lines of a Markdown text that belong together. */
export interface MarkdownBlock {
  /**
   * Prose is a paragraph or an item of a list; code, tables, headings, formulas and generated blocks are no
   * prose.
   */
  readonly kind: "prose" | "other";
  readonly lines: readonly string[];
}

/** What stands before the words of an item, or of a line of a paragraph. */
export const MARKER: RegExp = /^\s*(?:(?:[-*+]|\d+\.)\s+)?/;

const ITEM = /^\s*(?:[-*+]|\d+\.)\s/;
const NO_PROSE = /^\s*(?:$|#|\||<|!\[|>|---)/;
/** Between these stands what is left alone. */
const ENCLOSED: readonly (readonly [start: RegExp, end: RegExp])[] = [
  [/^\s*```/, /^\s*```\s*$/],
  [/^<!-- generated: /, /^<!-- end -->/],
];

/** The blocks of a text in order; their lines are the lines of the text. */
export function markdownBlocks(text: string): MarkdownBlock[] {
  const blocks: { kind: MarkdownBlock["kind"]; lines: string[] }[] = [];
  let end: RegExp | undefined;
  let isIndented = false;
  for (const line of text.split("\n")) {
    const last = blocks.at(-1);
    const isProse = last?.kind === "prose";
    isIndented = /^ {4}/.test(line) && !isProse && (isIndented || last?.lines.at(-1)?.trim() === "");
    if (end !== undefined || isIndented || NO_PROSE.test(line) || opening(line) !== undefined) {
      if (last?.kind === "other") last.lines.push(line);
      else blocks.push({ kind: "other", lines: [line] });
      end = end === undefined ? opening(line) : end.test(line) ? undefined : end;
    } else if (isProse && !ITEM.test(line)) last.lines.push(line);
    else blocks.push({ kind: "prose", lines: [line] });
  }
  return blocks;
}

function opening(line: string): RegExp | undefined {
  return ENCLOSED.find(([start]) => start.test(line))?.[1];
}
