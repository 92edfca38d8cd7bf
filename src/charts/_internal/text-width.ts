import stringWidth from "fast-string-width";

/** Signs as a reader counts them. */
const SIGNS = new Intl.Segmenter("en");

/** Pixels that a text takes at most in ordinary sans-serif fonts, of which DejaVu Sans is a wide one. */
export function textWidth(text: string, fontSize = 12): number {
  const wide = text.match(/[MWmw@%]/g)?.length ?? 0;
  const capitals = text.match(/[A-LN-VX-Z]/g)?.length ?? 0;
  return fontSize * (0.6 * stringWidth(text) + 0.4 * wide + 0.12 * capitals);
}

/** A text cut to a width in pixels; what was cut off is an ellipsis. */
export function shortened(text: string, width: number, fontSize = 12): string {
  if (textWidth(text, fontSize) <= width) return text;
  let kept = "";
  for (const { segment } of SIGNS.segment(text)) {
    if (textWidth(`${kept}${segment}…`, fontSize) > width) break;
    kept += segment;
  }
  return `${kept}…`;
}
