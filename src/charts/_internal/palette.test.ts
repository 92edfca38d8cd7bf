import { describe, expect, it } from "vitest";
import { DARK, DARK_STYLE, LIGHT, lookOf, type Palette } from "./palette.js";

type Triple = readonly [number, number, number];

/** Linear red, green and blue, [0, 1]. */
function linear(colour: string): Triple {
  return [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Triple;
}

/** WCAG 2. */
function contrast(a: string, b: string): number {
  const [light, dark] = [a, b]
    .map((colour) => {
      const [red, green, blue] = linear(colour);
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    })
    .sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Machado, Oliveira, Fernandes 2009, severity 1. */
const VISIONS: Readonly<Record<string, readonly Triple[]>> = {
  "full colour vision": [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** As seen, in Ottosson's OKLab times 100. */
function seen(colour: string, vision: string): Triple {
  const rgb = linear(colour);
  const dot = ([a, b, c]: Triple, [x, y, z]: Triple): number => a * x + b * y + c * z;
  const eye = VISIONS[vision]!.map((row) => Math.max(0, Math.min(1, dot(row, rgb)))) as unknown as Triple;
  const cones = [
    [0.4122214708, 0.5363325363, 0.0514459929],
    [0.2119034982, 0.6806995451, 0.1073969566],
    [0.0883024619, 0.2817188376, 0.6299787005],
  ].map((row) => Math.cbrt(dot(row as unknown as Triple, eye))) as unknown as Triple;
  return [
    [0.2104542553, 0.793617785, -0.0040720468],
    [1.9779984951, -2.428592205, 0.4505937099],
    [0.0259040371, 0.7827717662, -0.808675766],
  ].map((row) => 100 * dot(row as unknown as Triple, cones)) as unknown as Triple;
}

function closestPair(palette: Palette, vision: string): number {
  const points = palette.series.map((colour) => seen(colour, vision));
  const distances = points.flatMap((a, i) =>
    points.slice(0, i).map((b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])),
  );
  return Math.min(...distances);
}

describe.each([
  ["light", LIGHT],
  ["dark", DARK],
])("the %s palette", (_, palette) => {
  it("stands out from the page", () => {
    expect(contrast(palette.ink, palette.page)).toBeGreaterThan(7);
    for (const colour of palette.series) expect(contrast(colour, palette.page), colour).toBeGreaterThan(3);
  });

  it.each(Object.keys(VISIONS))("keeps its colours apart for %s", (vision) => {
    expect(closestPair(palette, vision)).toBeGreaterThan(7);
  });
});

describe("the measures of colour", () => {
  it("know contrast and distance", () => {
    expect(contrast("#ffffff", "#000000")).toBeCloseTo(21, 10);
    expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
    expect(seen("#ffffff", "full colour vision")[0]).toBeCloseTo(100, 3);
    const redAndGreen = { ...LIGHT, series: ["#d62728", "#7a8a1e"] };
    expect(closestPair(redAndGreen, "full colour vision")).toBeGreaterThan(20);
    expect(closestPair(redAndGreen, "deuteranopia")).toBeLessThan(7);
  });
});

describe("lookOf", () => {
  it("never repeats itself among 42 series", () => {
    const looks = Array.from({ length: 42 }, (_, index) => JSON.stringify(lookOf(index)));
    expect(new Set(looks).size).toBe(42);
  });
});

describe("the dark style", () => {
  it("has another colour for each of the light ones, and none for paper", () => {
    for (const colour of [LIGHT.page, LIGHT.grid, ...LIGHT.series]) {
      expect(DARK_STYLE).toContain(`[fill="${colour}"]`);
      expect(DARK_STYLE).toContain(`[stroke="${colour}"]`);
    }
    expect(DARK_STYLE).toMatch(/^@media screen and/);
  });
});
