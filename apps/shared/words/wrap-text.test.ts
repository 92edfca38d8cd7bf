import { describe, expect, it } from "vitest";
import { wrapText } from "./wrap-text.js";

describe("wrapText", () => {
  it("indents each line, and hangs all but the first", () => {
    expect(wrapText("one two three", { width: 8, indent: 2 })).toBe("  one\n  two\n  three");
    expect(wrapText("one two three four", { width: 12, hanging: 2 })).toBe("one two\n  three four");
    expect(wrapText("one two three four", { width: 12, indent: 1, hanging: 2 })).toBe(
      " one two\n   three\n   four",
    );
  });

  it("keeps a number with its unit", () => {
    expect(wrapText("noise 3.195 C.", { width: 12 })).toBe("noise\n3.195 C.");
    expect(wrapText("(1 x its sensitivity 2C)", { width: 22 })).toBe("(1 x its\nsensitivity 2C)");
    expect(wrapText("about 2.5 % of all", { width: 9 })).toBe("about\n2.5 % of\nall");
  });

  it("keeps paragraphs apart and long words whole", () => {
    expect(wrapText("a\n\nb", { width: 20 })).toBe("a\n\nb");
    expect(wrapText("see https://example.org/a-long-path now", { width: 12 })).toBe(
      "see\nhttps://example.org/a-long-path\nnow",
    );
  });

  it("cuts long words and keeps spaces where it is told to", () => {
    expect(wrapText("abcdefghi  k", { width: 6, indent: 2, isHard: true })).toBe("  abcd\n  efgh\n  i  k");
    expect(wrapText("  a", { width: 6, isHard: true })).toBe("  a");
  });
});
