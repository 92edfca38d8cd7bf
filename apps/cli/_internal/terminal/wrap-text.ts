import wrapAnsi from "wrap-ansi";

export interface WrapOptions {
  /** Columns of the terminal. */
  readonly width: number;
  /** Spaces before each line; 0 by default. */
  readonly indent?: number;
  /** Further spaces before each line of a paragraph but its first; 0 by default. */
  readonly hanging?: number;
}

/** Words wrapped at the width; a word that is longer than a line stays whole, so that it can be copied. */
export function wrapText(text: string, { width, indent = 0, hanging = 0 }: WrapOptions): string {
  const paragraphs = text
    .split("\n")
    .map((paragraph) => wrapAnsi(paragraph, width - indent - hanging).split("\n"));
  const lines = paragraphs.flatMap(([first = "", ...further]) => [
    " ".repeat(indent) + first,
    ...further.map((line) => " ".repeat(indent + hanging) + line),
  ]);
  return lines.map((line) => line.trimEnd()).join("\n");
}
