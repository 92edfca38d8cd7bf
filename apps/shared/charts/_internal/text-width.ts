import stringWidth from "string-width";

/** Signs as a reader counts them. */
const SIGNS = new Intl.Segmenter("en");

/** Pixels that a text takes at most in an ordinary sans-serif font, on average over its signs. */
export function textWidth(text: string, fontSize = 12): number {
  return 0.55 * fontSize * stringWidth(text);
}

/** A text that takes no more than so many pixels; what was cut off is an ellipsis. */
export function shortened(text: string, width: number, fontSize = 12): string {
  if (textWidth(text, fontSize) <= width) return text;
  let kept = "";
  for (const { segment } of SIGNS.segment(text)) {
    if (textWidth(`${kept}${segment}…`, fontSize) > width) break;
    kept += segment;
  }
  return `${kept}…`;
}
