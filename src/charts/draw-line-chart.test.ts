import { DOMParser, type Element } from "@xmldom/xmldom";
import { describe, expect, it } from "vitest";
import { LIGHT, lookOf } from "./_internal/palette.js";
import { drawLineChart } from "./draw-line-chart.js";
import type { ChartSeries, LineChart } from "./line-chart.js";

const WORDS = { title: "a & b", xTitle: "rounds", yTitle: "epsilon at delta = 1e-5" };

function growing(name: string, more: Partial<ChartSeries> = {}, count = 50): ChartSeries {
  const points = Array.from({ length: count }, (_, i) => ({ x: i + 1, y: (i + 1) * name.length }));
  return { name, stroke: "solid", points, ...more };
}

/** The drawing, its texts and its lines' dashes; a drawing that is no XML fails. */
function drawn(chart: Partial<LineChart> & Pick<LineChart, "series">) {
  const svg = drawLineChart({ ...WORDS, ...chart });
  const root = new DOMParser({
    onError: (level, message) => level === "warning" || expect.fail(message),
  }).parseFromString(svg, "image/svg+xml").documentElement!;
  const all = (name: string) => [...root.getElementsByTagName(name)];
  return {
    svg,
    height: Number(root.getAttribute("height")),
    texts: all("text").map((text) => text.textContent),
    lines: all("g").filter((group) => group.getAttribute("aria-label") === "line"),
    marks: all("g").filter((group) => group.getAttribute("aria-label") === "dot"),
  };
}

describe("drawLineChart", () => {
  it("draws the same bytes from the same data, of nothing but itself", () => {
    const series = [growing("one"), growing("three")];
    const { svg } = drawn({ series });
    expect(drawLineChart({ ...WORDS, series })).toBe(svg);
    expect(svg).toMatch(/^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg">/);
    expect(svg).not.toMatch(/href|url\(|@import|NaN|undefined|<script|\d\.\d{3}[^"]*"/);
  });

  it("names each line at its end, in the order of the ends, with what its last point says", () => {
    const { texts } = drawn({
      series: [growing("pld", { last: "2.1" }), growing("unshuffled", { last: "7" })],
    });
    expect(texts.slice(-2)).toEqual(["pld: 2.1", "unshuffled: 7"]);
    expect(texts).toContain("rounds");
    expect(texts).toContain("epsilon at delta = 1e-5");
  });

  it("says by the dashes what a line is worth", () => {
    const strokes = ["solid", "dashed", "dash-dotted", "dotted"] as const;
    const { lines } = drawn({ series: strokes.map((stroke) => growing(stroke, { stroke })) });
    const dashes = strokes.map((_, index) => {
      const own = lines.filter((line) => line.getAttribute("stroke") === lookOf(index).colour);
      expect(own).toHaveLength(2);
      expect(own[0]!.getAttribute("stroke-dasharray")).toBe(own[1]!.getAttribute("stroke-dasharray"));
      return own[0]!.getAttribute("stroke-dasharray");
    });
    expect(dashes[0]).toBeNull();
    expect(new Set(dashes).size).toBe(4);
  });

  it("tells every line by colour and mark, and makes the last mark the largest", () => {
    const { marks } = drawn({ series: Array.from({ length: 20 }, (_, i) => growing(`series ${i}`)) });
    const beside = marks.slice(40).map((group) => {
      const shape = group.firstChild as Element;
      return `${group.getAttribute("fill")} ${shape.nodeName} ${shape.getAttribute("d")}`;
    });
    expect(beside).toHaveLength(20);
    expect(new Set(beside).size).toBe(20);
    const [along, last] = marks.map((group) => Number((group.firstChild as Element).getAttribute("r")));
    expect(last).toBeGreaterThan(along!);
  });

  it("leaves the middle of a lower bound's marks empty", () => {
    const { marks } = drawn({ series: [growing("lower", { hollow: true }), growing("upper")] });
    expect(marks.map((group) => group.getAttribute("fill") === LIGHT.page)).toEqual([
      ...[true, true, false, false],
      ...[true, false],
    ]);
  });

  it("puts names that are too long for a line's end, or points alone, into a legend below, in columns where they fit", () => {
    const long = "Central under add-or-remove, moments accountant as in the paper (proven)";
    const one = drawn({ series: [growing(long), growing("b")] });
    const points = { stroke: "marks" as const };
    const four = ["a", "b", "c", "d"].map((name) => growing(name, points));
    expect(one.texts.slice(-2)).toEqual([long, "b"]);
    expect(one.height - drawn({ series: four }).height).toBe(18);
    expect(drawn({ series: four }).lines).toHaveLength(0);
    expect(drawn({ series: four, width: 150 }).height).toBeGreaterThan(150 * 0.75);
  });

  it("leaves out what cannot be placed, and says so where nothing is left", () => {
    const points = [
      { x: 0, y: 1 },
      { x: Number.POSITIVE_INFINITY, y: 1 },
      { x: 1, y: Number.NaN },
    ];
    const nothing = growing("nothing", { points });
    expect(drawn({ xScale: "log", series: [nothing] }).texts).toEqual(["a & b", "nothing to draw"]);
    const beside = drawn({ xScale: "log", series: [nothing, growing("b")] });
    expect(beside.texts.slice(-2)).toEqual(["nothing: nothing to draw", "b"]);
    expect(beside.svg).not.toMatch(/NaN|Infinity/);
    expect(drawn({ series: [growing("lone", {}, 1)] }).texts).toContain("lone");
  });

  it("escapes its words, and masks what no XML can hold", () => {
    const { svg, texts } = drawn({
      title: "</text><script>\u0000",
      series: [growing('<proven> & "more"\u001b')],
    });
    expect(svg).not.toContain("<script>");
    expect(texts[0]).toBe("</text><script>�");
    expect(texts.at(-1)).toBe('<proven> & "more"�');
  });
});
