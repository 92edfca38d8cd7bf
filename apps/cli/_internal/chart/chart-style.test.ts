import { describe, expect, it } from "vitest";
import { CHART_STYLE } from "./chart-style.js";

const [LIGHT, DARK] = CHART_STYLE.split("@media(prefers-color-scheme:dark)") as [string, string];

function coloursIn(style: string, part: "text" | "mark"): string[] {
  const pattern = part === "text" ? /text\{fill:(#\w{6})/g : /\.mark\.colour\d\{fill:(#\w{6})/g;
  return [...style.matchAll(pattern)].map(([, colour]) => colour!);
}

/** Relative luminance of WCAG 2. */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

describe("chart style", () => {
  it("measures contrast", () => {
    expect(contrast("#ffffff", "#000000")).toBeCloseTo(21, 10);
    expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  });

  it.each([
    ["light", LIGHT, "#ffffff"],
    ["dark", DARK, "#1a202a"],
  ])("in the %s theme, lines and words stand out from the page", (_, style, page) => {
    const lines = coloursIn(style, "mark");
    expect(new Set(lines).size).toBe(8);
    for (const colour of lines) expect(contrast(colour, page), colour).toBeGreaterThan(3);
    for (const ink of coloursIn(style, "text")) expect(contrast(ink, page)).toBeGreaterThan(7);
  });
});
