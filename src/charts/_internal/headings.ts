import { type Markish, text } from "@observablehq/plot";
import { fitted } from "./fitted.js";
import { FONT_SIZE, type Margins } from "./render-svg.js";

export interface Headings {
  readonly title?: string;
  readonly subtitle?: string;
}

const PADDING = 12;
const TITLE_HEIGHT = 24;

/** Pixels that the headings take. */
export function headingsHeight({ title, subtitle }: Headings): number {
  return (title === undefined ? 0 : TITLE_HEIGHT) + (subtitle === undefined ? 0 : 18);
}

/** Title and subtitle in the upper left corner; what is too long ends in an ellipsis. */
export function headingMarks({ title, subtitle }: Headings, width: number, margins: Margins): Markish[] {
  const line = (words: string, fontSize: number, fontWeight: number, y: number): Markish =>
    text([words], {
      ...fitted(words, 0.95 * (width - 2 * PADDING), fontSize),
      ...{ frameAnchor: "top-left", dx: PADDING - margins.left, dy: y - margins.top },
      ...{ lineAnchor: "top", fontSize, fontWeight },
    });
  return [
    ...(title === undefined ? [] : [line(title, 15, 600, PADDING)]),
    ...(subtitle === undefined
      ? []
      : [line(subtitle, FONT_SIZE, 400, PADDING + (title === undefined ? 0 : TITLE_HEIGHT))]),
  ];
}
