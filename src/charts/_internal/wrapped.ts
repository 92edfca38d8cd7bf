import { shortened, textWidth } from "./text-width.js";

/**
 * A text in lines of a width in pixels, broken between words; what the last line has no room for is an
 * ellipsis.
 */
export function wrapped(
  text: string,
  width: number,
  { fontSize, maxLines }: { readonly fontSize: number; readonly maxLines: number },
): string[] {
  const words = text.split(" ");
  const lines: string[] = [];
  while (words.length > 0 && lines.length < maxLines - 1) {
    let line = words.shift()!;
    while (words.length > 0 && textWidth(`${line} ${words[0]!}`, fontSize) <= width)
      line += ` ${words.shift()!}`;
    lines.push(shortened(line, width, fontSize));
  }
  return words.length === 0 ? lines : [...lines, shortened(words.join(" "), width, fontSize)];
}
