import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { drawFigure } from "../../scripts/figures/draw-figure.js";
import type { FigureData } from "../../scripts/figures/figure.js";
import { FIGURES } from "../../scripts/figures/figures.js";
import { shortAndLong } from "../short-and-long.js";

const FOLDER = join(import.meta.dirname, "../../docs/figures");
const NAMES = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".json"))
  .map((name) => name.replace(/\.json$/, ""));

const dataOf = (name: string): FigureData => JSON.parse(readFileSync(join(FOLDER, `${name}.json`), "utf8"));

function valueAt(figure: string, line: string, x: number): number {
  const series = dataOf(figure).series.find(({ name }) => name.includes(line))!;
  return series.points.find((point) => point.x === x)!.y;
}

/** Seconds on a machine that is idle. */
const COMPUTED_WITHIN_MS = 300_000;

/** Of a stored figure's numbers, which have six digits. */
const TOLERANCE = 1e-5;

/** A figure without its numbers, and the numbers in order. */
function takeApart(data: FigureData): readonly [text: string, numbers: readonly number[]] {
  const numbers: number[] = [];
  const text = JSON.stringify(data, (_, value) =>
    typeof value === "number" ? `number ${numbers.push(value)}` : value,
  );
  return [text, numbers];
}

/** Where a figure is not what is computed: its words, or the first number that differs. */
function staleness(stored: FigureData, computed: FigureData): string {
  const [text, numbers] = takeApart(stored);
  const [wanted, exact] = takeApart(computed);
  if (text !== wanted) return "lines, points or words differ";
  const index = numbers.findIndex((each, i) => Math.abs(each - exact[i]!) > TOLERANCE * Math.abs(exact[i]!));
  return index === -1 ? "" : `${numbers[index]} stands for ${exact[index]}`;
}

/** Figures that are computed for many seconds. */
const LONG: ReadonlySet<string> = new Set(["blocks-and-dummies", "lt22-check-in", "lt22-table-1"]);

describe("docs/figures", () => {
  it("has a picture for every set of numbers", () => {
    const pictures = readdirSync(FOLDER).filter((name) => name.endsWith(".svg"));
    expect(pictures).toEqual(NAMES.map((name) => `${name}.svg`));
  });

  it.each(NAMES)("%s.svg is drawn from its numbers; `npm run figures` draws it anew", (name) => {
    expect(readFileSync(join(FOLDER, `${name}.svg`), "utf8")).toBe(drawFigure(dataOf(name)));
  });

  it("are of the figures that there are", () => {
    expect(FIGURES.map(({ name }) => name).sort()).toEqual(NAMES);
  });

  for (const [cases, options] of shortAndLong(
    FIGURES.map(({ name, compute }) => [name, compute] as const),
    ([name]) => LONG.has(name),
    { timeout: COMPUTED_WITHIN_MS },
  )) {
    it.each(cases)(
      "%s.json is what is computed; `npm run figures` computes it anew",
      options,
      async (name, compute) => {
        expect(staleness(dataOf(name), await compute())).toBe("");
      },
    );
  }

  it("notice a line that is missing, and a number that is off by one part in ten thousand", () => {
    const [first, ...others] = dataOf("lt22-table-1").series;
    const [point, ...points] = first!.points;
    const data = dataOf("lt22-table-1");
    expect(staleness({ ...data, series: others }, data)).toContain("differ");
    const moved = { ...first!, points: [{ ...point!, y: point!.y * 1.0001 }, ...points] };
    expect(staleness({ ...data, series: [moved, ...others] }, data)).toContain("stands for");
  });

  it.each(NAMES)("%s says of every line what it is worth", (name) => {
    const strokes = { proven: "solid", conditional: "dashed", refuted: "dotted" } as const;
    for (const line of dataOf(name).series) {
      if (line.stroke === "marks") continue;
      const [, worth] = /(proven|conditional|refuted)\)$/.exec(line.name)!;
      expect(line.stroke).toBe(strokes[worth as keyof typeof strokes]);
    }
  });

  // Values of independent programs and of the papers' tables.
  it.each([
    ["lt22-table-1", "orders to 30", 7, 0.22822, 1e-4],
    ["lt22-table-1", "rdp-exact", 7, 0.0025118, 1e-4],
    ["lt22-table-1", "(conditional)", 1, 0.2282, 1e-4],
    ["lt22-table-1", ": pld", 1, 0.000595, 2e-3],
    ["lt22-table-1", ": pld", 1000, 0.0364, 2e-3],
    ["lt22-table-1", ": pld", 10_000, 0.13, 5e-3],
    ["lt22-table-1", "transposition-pld", 7, 0.0023518, 1e-3],
    ["lt22-table-1", "cohort-lower", 7, 0.0021, 5e-3],
    ["lt22-check-in", "transposition-pld", 5540, 0.07699, 1e-3],
    ["gdd21-figure-5b", "gdd21-upper", 6000, 5.795, 1e-4],
    ["gdd21-figure-5b", "clones-2023-pld", 6000, 0.648, 1e-3],
    ["yjx25-budget", "True", 0.25, 0.928, 1e-3],
    ["yjx25-budget", "Claimed", 0.25, 2.5e-7, 1e-3],
  ])("%s, %s, at %d is %d", (figure, line, x, value, tolerance) => {
    expect(Math.abs(valueAt(figure, line, x) / value - 1)).toBeLessThan(tolerance);
  });
});
