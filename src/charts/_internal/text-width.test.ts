import { describe, expect, it } from "vitest";
import { plainText } from "./plain-text.js";
import { shortened, textWidth } from "./text-width.js";

describe("shortened", () => {
  it("leaves alone what fits", () => {
    expect(shortened("Bern", textWidth("Bern"))).toBe("Bern");
  });

  it.each([
    "a rather long name",
    "世界世界世界世界",
    "👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦",
    "e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301",
  ])("cuts %s between signs", (text) => {
    const short = shortened(text, 40);
    expect(short.endsWith("…")).toBe(true);
    expect(textWidth(short)).toBeLessThanOrEqual(40);
    const signs = [...new Intl.Segmenter("en").segment(text)].map(({ segment }) => segment);
    const kept = short.slice(0, -1);
    expect(signs.map((_, count) => signs.slice(0, count).join(""))).toContain(kept);
    expect(kept).not.toBe("");
  });

  it("says so where nothing fits", () => {
    expect(shortened("name", 0)).toBe("…");
  });
});

describe("plainText", () => {
  it("masks what XML cannot hold and what turns the direction of writing", () => {
    expect(plainText("a\u0000\u001b[31m\n\u009b\ufffe\ud800b\u202ec")).toBe("a��[31m����b�c");
    expect(plainText("Zürich 世界 👩‍👧 <b> &amp;")).toBe("Zürich 世界 👩‍👧 <b> &amp;");
  });
});
