import { type Markish, text } from "@observablehq/plot";
import { plainText } from "./plain-text.js";
import { FONT_SIZE, type Margins } from "./render-svg.js";
import { wrapped } from "./wrapped.js";

export interface Headings {
  readonly title?: string;
  readonly subtitle?: string;
}

const PADDING = 12;
const TITLE_SIZE = 15;
/** Pixels from one line to the next, and between title and subtitle. */
const TITLE_LINE = 18;
const SUBTITLE_LINE = 16;
const GAP = 6;
const BELOW = 2;
const MAX_LINES = 2;

/** A line of the headings, and how far down it begins. */
interface Line {
  readonly words: string;
  readonly whole: string;
  readonly fontSize: number;
  readonly fontWeight: number;
  readonly top: number;
}

/** Pixels that the headings take on a chart of this width. */
export function headingsHeight(headings: Headings, width: number): number {
  return layoutOf(headings, width).height;
}

/** Title and subtitle in the upper left corner, in two lines each at most; the rest is an ellipsis. */
export function headingMarks(headings: Headings, width: number, margins: Margins): Markish[] {
  return layoutOf(headings, width).lines.map(({ words, whole, fontSize, fontWeight, top }) =>
    text([words], {
      text: () => words,
      ...(words.endsWith("…") ? { title: () => whole } : {}),
      ...{ frameAnchor: "top-left", dx: PADDING - margins.left, dy: PADDING + top - margins.top },
      ...{ lineAnchor: "top", fontSize, fontWeight },
    }),
  );
}

function layoutOf(
  { title, subtitle }: Headings,
  width: number,
): { readonly lines: readonly Line[]; readonly height: number } {
  const lines: Line[] = [];
  let height = 0;
  const add = (text: string, fontSize: number, fontWeight: number, lineHeight: number): void => {
    const whole = plainText(text);
    const room = 0.95 * (width - 2 * PADDING);
    for (const words of wrapped(whole, room, { fontSize, maxLines: MAX_LINES })) {
      lines.push({ words, whole, fontSize, fontWeight, top: height });
      height += lineHeight;
    }
  };
  if (title !== undefined) {
    add(title, TITLE_SIZE, 600, TITLE_LINE);
    height += GAP;
  }
  if (subtitle !== undefined) {
    add(subtitle, FONT_SIZE, 400, SUBTITLE_LINE);
    height += BELOW;
  }
  return { lines, height };
}
