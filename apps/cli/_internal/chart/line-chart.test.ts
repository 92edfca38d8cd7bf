import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { axisFor } from "./axis.js";
import { lineChart } from "./line-chart.js";

describe("axisFor", () => {
  it("takes round ticks around the values", () => {
    expect(axisFor([0.13, 0.92], "linear").ticks).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
    expect(axisFor([3, 640], "linear").ticks).toEqual([0, 200, 400, 600, 800]);
    expect(axisFor([0.013, 0.4], "log").ticks).toEqual([0.01, 0.02, 0.05, 0.1, 0.2, 0.5]);
    expect(axisFor([0.002, 30], "log").ticks).toEqual([0.001, 0.01, 0.1, 1, 10, 100]);
  });

  it("keeps every value between its first and last tick, also a lone one", () => {
    const values = fc.array(fc.double({ min: 1e-9, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(values, fc.constantFrom("linear", "log"), (all, scale) => {
        const axis = axisFor(all, scale);
        expect(axis.ticks.length).toBeGreaterThanOrEqual(2);
        for (const value of all) {
          expect(axis.position(value)).toBeGreaterThanOrEqual(-1e-9);
          expect(axis.position(value)).toBeLessThanOrEqual(1 + 1e-9);
        }
      }),
    );
  });

  it("puts ticks at even distances on their scale", () => {
    const axis = axisFor([1, 1000], "log");
    expect(axis.position(10)).toBeCloseTo(1 / 3, 12);
    expect(axisFor([0, 100], "linear").position(25)).toBeCloseTo(0.25, 12);
  });
});

describe("lineChart", () => {
  const chart = { title: "a & b", xTitle: "x", yTitle: "y" };

  it("draws one line and one legend entry per series and escapes its words", () => {
    const points = [
      { x: 1, y: 2 },
      { x: 2, y: 3 },
    ];
    const svg = lineChart({
      ...chart,
      series: [
        { name: "<proven>", stroke: "solid", points },
        { name: "refuted", stroke: "dotted", points },
      ],
    });
    expect(svg.match(/<polyline/g)).toHaveLength(2);
    expect(svg).toContain("&lt;proven&gt;");
    expect(svg).toContain("a &amp; b");
    expect(svg).not.toContain("NaN");
  });

  it("tells every line by a mark of its own, and draws what is read off a table by marks alone", () => {
    const points = Array.from({ length: 50 }, (_, i) => ({ x: i, y: i * i }));
    const svg = lineChart({
      ...chart,
      subtitle: "the <setting>",
      series: ["solid", "dashed", "marks"].map((stroke) => ({
        name: stroke,
        stroke: stroke as "solid",
        points: stroke === "marks" ? points.slice(0, 3) : points,
      })),
    });
    expect(svg).toContain("the &lt;setting&gt;");
    expect(svg.match(/<polyline/g)).toHaveLength(2);
    expect(svg.match(/class="mark colour0"/g)).toHaveLength(6 + 1);
    expect(svg.match(/class="mark colour2"/g)).toHaveLength(3 + 1);
    const shapes = [0, 1, 2].map(
      (n) => new RegExp(`<path d="M[\\d.]+ [\\d.]+(m[^"]+)" class="mark colour${n}"`).exec(svg)![1],
    );
    expect(new Set(shapes).size).toBe(3);
  });

  it.each([
    [3, ["short", "names", "only"], 1],
    [4, ["short", "names", "in", "pairs"], 2],
    [4, ["short", "names", "beside", "one that is much longer than the others"], 1],
  ])("puts a legend of %i entries below the plot", (_, names, columns) => {
    const points = [{ x: 1, y: 1 }];
    const series = names.map((name) => ({ name, stroke: "solid" as const, points }));
    const svg = lineChart({ ...chart, series });
    const height = Number(/viewBox="0 0 \d+ (\d+)"/.exec(svg)![1]);
    expect(height).toBe(372 + (20 * names.length) / columns);
    for (const name of names) {
      const y = Number(new RegExp(`y="([\\d.]+)">${name}<`).exec(svg)![1]);
      expect(y).toBeGreaterThan(345);
      expect(y).toBeLessThan(height);
    }
  });

  it("leaves out what cannot be placed, and says so when nothing is left", () => {
    const points = [
      { x: 0, y: 1 },
      { x: Infinity, y: 1 },
      { x: 1, y: NaN },
    ];
    const svg = lineChart({ ...chart, xScale: "log", series: [{ name: "s", stroke: "dashed", points }] });
    expect(svg).toContain("nothing to draw");
    expect(svg).not.toMatch(/NaN|Infinity/);
  });
});
