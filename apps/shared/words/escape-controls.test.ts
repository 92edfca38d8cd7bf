import fc from "fast-check";
import { expect, it } from "vitest";
import { escapeControls } from "./escape-controls.js";

it.each([
  ["plain \u00e9 \u{1f600}", "plain \u00e9 \u{1f600}"],
  ["\u001b[31m", "\\u001b[31m"],
  ["\u009b31m", "\\u009b31m"],
  ["a\tb\u007f", "a\\u0009b\\u007f"],
  ["\u202eevil\u2066", "\\u202eevil\\u2066"],
  ["\u2028\u200f", "\\u2028\\u200f"],
  ["\u{1f468}\u200d\u{1f469}", "\u{1f468}\u200d\u{1f469}"],
])("%j is shown as %j", (text, shown) => {
  expect(escapeControls(text)).toBe(shown);
});

it("leaves JSON the same value, and no control character in it", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const shown = escapeControls(JSON.stringify({ text }));
      expect(JSON.parse(shown)).toEqual({ text });
      expect(shown).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
    }),
  );
});
