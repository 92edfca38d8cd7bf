import { coverageTable } from "./coverage-table.js";

/** The documents that hold generated blocks. */
export const DOCUMENTS: readonly string[] = ["README.md"];

const BLOCKS: Readonly<Record<string, () => string>> = { coverage: coverageTable };

/** The document with each block between `<!-- generated: NAME -->` and `<!-- end -->` made anew. */
export function withGeneratedBlocks(text: string): string {
  return text.replace(
    /(<!-- generated: (\w+) -->\n)[\s\S]*?(\n<!-- end -->)/g,
    (_, start: string, name: string, end: string) => `${start}${BLOCKS[name]!()}${end}`,
  );
}
