import { DOMParser } from "@xmldom/xmldom";
import { describe, expect, it } from "vitest";
import { drawIntervalChart } from "./draw-interval-chart.js";
import type { IntervalChart } from "./interval-chart.js";

const row = (name: string, estimate: number) => ({
  name,
  estimate,
  lower: estimate - 1,
  upper: estimate + 2,
});
const CHART: IntervalChart = {
  title: "age: mean among 1,000 users",
  subtitle: "95 % intervals",
  xTitle: "in the column's unit",
  rows: [row("Bern", 3), row("Bern", 5), row("<script>\u0007", 4)],
  scale: { lower: 0, upper: 10 },
};

function elements(chart: IntervalChart, name: string) {
  const svg = drawIntervalChart(chart);
  return [
    ...new DOMParser({ onError: () => {} }).parseFromString(svg, "image/svg+xml").getElementsByTagName(name),
  ];
}

describe("drawIntervalChart", () => {
  it("draws an estimate between two ends in each row, also of rows with one name", () => {
    const dots = elements(CHART, "circle").map((dot) =>
      [dot.getAttribute("cx"), dot.getAttribute("cy")].map(Number),
    );
    expect(dots).toHaveLength(3);
    expect(new Set(dots.map(([, y]) => y)).size).toBe(3);
    const [first, second, third] = dots.map(([x]) => x!);
    expect((second! - first!) / (third! - first!)).toBeCloseTo(2, 2);
    const links = elements(CHART, "g").find((group) => group.getAttribute("aria-label") === "link")!;
    expect([...links.getElementsByTagName("path")]).toHaveLength(3);
  });

  it("shows its scale, its units and its names, escaped and masked", () => {
    const texts = elements(CHART, "text").map((text) => text.textContent!);
    for (const words of ["0", "10", "in the column's unit", "Bern", "95 % intervals"])
      expect(texts.join("|")).toContain(words);
    expect(drawIntervalChart(CHART)).not.toContain("<script>");
    expect(drawIntervalChart(CHART)).not.toContain("\u0007");
    expect(drawIntervalChart(CHART)).toBe(drawIntervalChart(CHART));
  });

  it("cuts a name of any length, and keeps it whole for whoever asks", () => {
    const name = "x".repeat(100_000);
    const svg = drawIntervalChart({ ...CHART, rows: [row(name, 1)] });
    expect(svg).toMatch(/>x{20,60}…</);
    expect(svg.match(/x{100000}/g)).toHaveLength(1);
  });

  it("draws no rows, and intervals without width", () => {
    expect(drawIntervalChart({ ...CHART, rows: [] })).not.toMatch(/NaN|undefined/);
    const exact = { name: "exact", estimate: 2, lower: 2, upper: 2 };
    expect(drawIntervalChart({ ...CHART, rows: [exact], scale: { lower: 2, upper: 2 } })).not.toMatch(
      /NaN|undefined/,
    );
  });
});
