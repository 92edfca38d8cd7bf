import { wrapAnsi } from "fast-wrap-ansi";

export interface WrapOptions {
  /** Columns of the terminal. */
  readonly width: number;
  /** Spaces before each line; 0 by default. */
  readonly indent?: number;
  /** Further spaces before each line of a paragraph but its first; 0 by default. */
  readonly hanging?: number;
  /** Whether words that are longer than a line are cut, and spaces kept as they are. */
  readonly isHard?: boolean;
}

/** Where a line may not end: between a number, or the word that stands for it, and its unit. */
const BEFORE_UNIT = /(?<=\d|sensitivity)[ \u00a0](?=(?:2?C|nats)\b|%)/g;

/**
 * Words wrapped at the width, a number kept with its unit; a word that is longer than a line stays whole, so
 * that it can be copied.
 */
export function wrapText(
  text: string,
  { width, indent = 0, hanging = 0, isHard = false }: WrapOptions,
): string {
  const paragraphs = text
    .replace(BEFORE_UNIT, "\u00a0")
    .split("\n")
    .map((paragraph) =>
      wrapAnsi(paragraph, width - indent - hanging, { hard: isHard, trim: !isHard }).split("\n"),
    );
  const lines = paragraphs.flatMap(([first = "", ...further]) => [
    " ".repeat(indent) + first,
    ...further.map((line) => " ".repeat(indent + hanging) + line),
  ]);
  return lines
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(BEFORE_UNIT, " ");
}
