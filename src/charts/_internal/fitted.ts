import type { TextOptions } from "@observablehq/plot";
import { plainText } from "./plain-text.js";
import { shortened } from "./text-width.js";

/**
 * For a text mark: words cut to a width in pixels; a browser shows the whole of what was cut off to a
 * pointer.
 */
export function fitted(words: string, width: number, fontSize?: number): Pick<TextOptions, "text" | "title"> {
  const whole = plainText(words);
  const shown = shortened(whole, width, fontSize);
  return { text: () => shown, ...(shown === whole ? {} : { title: () => whole }) };
}
