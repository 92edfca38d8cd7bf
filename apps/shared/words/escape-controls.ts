/** Control characters (C0, C1), line separators, and the marks that reverse the direction of text. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/**
 * A text in which what a terminal would obey is shown instead, e.g. `\u009b`; inside JSON's quotes the text
 * stays the same.
 */
export function escapeControls(text: string): string {
  return text.replace(CONTROLS, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
