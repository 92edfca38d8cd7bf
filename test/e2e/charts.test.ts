import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { drawIntervalChart, drawLineChart } from "../../src/charts/index.js";
import type { ChartSeries } from "../../src/charts/line-chart.js";
import { METHODS } from "../../src/privacy/index.js";
import { checkTexts, NO_FAULTS } from "./_internal/check-texts.js";
import { NO_CHROMIUM, openChromium } from "./_internal/chromium.js";
import { runBuilt } from "./_internal/run-built.js";

const FIGURES = resolve(import.meta.dirname, "../../docs/figures");
const NAMES = readdirSync(FIGURES).filter((name) => name.endsWith(".svg"));
const CLI = resolve(import.meta.dirname, "../../dist/apps/cli");
const SCHEMES = ["light", "dark"] as const;
const folder = mkdtempSync(join(tmpdir(), "croupier-charts-"));

/** As many lines as there are methods, close together. */
const CROWD: readonly ChartSeries[] = METHODS.map((method, n) => ({
  name: `${method} (conditional)`,
  stroke: "dashed",
  last: `${12.34 + n}`,
  points: Array.from({ length: 13 }, (_, i) => ({ x: 2 ** i, y: (1 + n / 50) * 1.4 ** i })),
}));
const WORDS = { title: "Privacy spent", subtitle: "x".repeat(500), xTitle: "rounds", yTitle: "epsilon" };

function saved(name: string, svg: string): string {
  const file = join(folder, `${name}.svg`);
  writeFileSync(file, svg);
  return file;
}

afterAll(() => rmSync(folder, { recursive: true }));

/** Whether a part of the program holds Plot's style sheet. */
function drawing(name: string): boolean {
  return readFileSync(join(CLI, name), "utf8").includes("--plot-background");
}

describe("the command line", () => {
  it("loads what draws only where it draws, and no more of it than a megabyte", () => {
    const parts = readdirSync(CLI).filter((name) => /^(croupier|part-.*)\.js$/.test(name));
    const [chunk, ...others] = parts.filter(drawing);
    expect(others).toEqual([]);
    expect(chunk).toMatch(/^part-/);
    const loading = (form: string) =>
      parts.filter((name) => readFileSync(join(CLI, name), "utf8").includes(form));
    expect(loading(`import("./${chunk}")`)).not.toEqual([]);
    expect(loading(`from"./${chunk}"`)).toEqual([]);
    expect(statSync(join(CLI, chunk!)).size).toBeLessThan(1e6);
  });
});

describe.skipIf(NO_CHROMIUM)(`charts${NO_CHROMIUM ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openChromium();
  });
  afterAll(() => browser.close());

  async function expectReadable(file: string, width = 800): Promise<void> {
    for (const colorScheme of SCHEMES) {
      expect(await checkTexts(browser, file, { colorScheme, width }), `${file}, ${colorScheme}`).toEqual(
        NO_FAULTS,
      );
    }
  }

  it.each(NAMES)("%s can be read in light and dark", async (name) => {
    await expectReadable(join(FIGURES, name));
  });

  it("name every line of a crowd, at the ends or in a legend, wide or narrow", async () => {
    await expectReadable(
      saved("ends", drawLineChart({ ...WORDS, series: CROWD, xScale: "log", yScale: "log" })),
    );
    const points = CROWD.map((series) => ({ ...series, stroke: "marks" as const }));
    await expectReadable(saved("legend", drawLineChart({ ...WORDS, series: points })), 800);
    await expectReadable(saved("narrow", drawLineChart({ ...WORDS, series: CROWD, width: 340 })), 380);
  });

  it("keep names of any script beside their intervals", async () => {
    const names = [
      "Bern",
      "世界".repeat(40),
      "W".repeat(90),
      "<script>alert(1)</script>",
      "\u001b[31mred",
      "",
    ];
    const rows = names.map((name, n) => ({ name, estimate: n, lower: n - 1, upper: n + 1 }));
    const scale = { lower: 0, upper: 10 };
    await expectReadable(saved("intervals", drawIntervalChart({ ...WORDS, rows, scale })));
  });

  it("are drawn by account --plot", async () => {
    const file = join(folder, "account.svg");
    const event = [
      "subsampled-shuffle-local",
      "--users",
      "60000",
      "--sampled",
      "2000",
      "--local-epsilon",
      "2",
    ];
    const { status } = await runBuilt([
      "account",
      ...event,
      "--rounds",
      "100",
      "--delta",
      "1e-5",
      "--plot",
      file,
    ]);
    expect(status).toBe(0);
    expect(readFileSync(file, "utf8")).toContain("gdd21-lower (lower bound, conditional): ");
    await expectReadable(file);
  });

  it("would be found out", async () => {
    const text = (x: number, fill: string) => `<text x="${x}" y="20" fill="${fill}">some words</text>`;
    const bad = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"><rect width="200" height="100" fill="#fff"/>${text(10, "#000")}${text(30, "#bbb")}${text(180, "#000")}</svg>`;
    const faults = await checkTexts(browser, saved("bad", bad), { colorScheme: "light", width: 400 });
    expect(faults.overlapping).toEqual(["some words | some words"]);
    expect(faults.overflowing).toEqual(["some words"]);
    expect(faults.faint).toEqual([expect.stringMatching(/^some words: 1\.9/)]);
  });
});
