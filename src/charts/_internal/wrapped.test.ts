import { expect, it } from "vitest";
import { textWidth } from "./text-width.js";
import { wrapped } from "./wrapped.js";

const TWO = { fontSize: 12, maxLines: 2 };

it("breaks between words, and cuts what the last line has no room for", () => {
  expect(wrapped("one two", 500, TWO)).toEqual(["one two"]);
  expect(wrapped("one two three", textWidth("one two"), TWO)).toEqual(["one two", "three"]);
  expect(wrapped("one two three four five", textWidth("one two"), TWO)).toEqual(["one two", "three …"]);
});

it("cuts a word that is wider than a line, and has a line of nothing for nothing", () => {
  for (const line of wrapped("x".repeat(300), 100, TWO)) expect(textWidth(line)).toBeLessThanOrEqual(100);
  expect(wrapped("", 100, TWO)).toEqual([""]);
});
