import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { EXPERIMENTS } from "../../experiments/experiments.js";
import {
  PRIVATE_WORDS,
  PUBLIC_WORDS,
  placesOf,
  rowsOf,
} from "../../experiments/yjx25/_internal/made-up-places.js";
import { byteTokenizer } from "../../src/training/text/byte-tokenizer.js";
import { meaningPrompt } from "../../src/training/text/meaning-prompt.js";
import { shortAndLong } from "../short-and-long.js";
import { runBuilt } from "./_internal/run-built.js";
import { runCli } from "./_internal/run-cli.js";

const root = mkdtempSync(join(tmpdir(), "croupier-experiment-"));
afterAll(() => rmSync(root, { recursive: true }));

type Cell = string | number | null;
interface Table {
  readonly title: string;
  readonly columns: readonly (string | { readonly title: string })[];
  readonly rows: readonly (readonly Cell[])[];
}

interface Report {
  readonly tables: Table[];
  readonly panels?: readonly unknown[];
  readonly figure?: {
    readonly series: readonly { readonly name: string; readonly points: readonly unknown[] }[];
  };
}

/** These start a process, one for training and one for accounting; the others share one. */
const ALONE: readonly string[] = ["lt22-accuracy", "lt22-table-1"];

const reports = new Map<string, Promise<Report>>();

/** What the quick form printed; each runs once. */
function quickly(name: string): Promise<Report> {
  const known = reports.get(name) ?? quickRun(name);
  reports.set(name, known);
  return known;
}

async function quickRun(name: string): Promise<Report> {
  const run = ALONE.includes(name) ? runCli : runBuilt;
  const { status, stdout, stderr } = await run(["experiment", name, "--quick", "--out", root, "--json"]);
  expect(status, stderr).toBe(0);
  const report = JSON.parse(stdout);
  expect(report).toMatchObject({ experiment: name, quick: true, seed: 1 });
  expect(JSON.parse(readFileSync(join(root, `${name}.json`), "utf8"))).toEqual(report);
  for (const { columns, rows } of report.tables as Table[]) {
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row).toHaveLength(columns.length);
  }
  expect(report.notes.length).toBeGreaterThan(0);
  if (report.figure) expect(readFileSync(join(root, `${name}.svg`), "utf8")).toMatch(/^<svg/);
  return report;
}

/** The numbers of a column. */
function column({ columns, rows }: Table, title: string): number[] {
  const at = columns.findIndex((each) => (typeof each === "string" ? each : each.title).startsWith(title));
  expect(at, title).toBeGreaterThanOrEqual(0);
  return rows.map((row) => row[at] as number);
}

describe("croupier experiment", { timeout: 300_000 }, () => {
  it("lists the experiments", async () => {
    const { stdout } = await runCli(["experiment", "--json"]);
    const listed = JSON.parse(stdout);
    expect(listed.map(({ name }: { name: string }) => name)).toEqual(EXPERIMENTS.map(({ name }) => name));
    expect(listed[0]).toEqual({
      name: "gdd21-figure-2a",
      paper: "GDD21",
      item: "Figure 2(a)",
      what: expect.stringContaining("by the number of rounds"),
      here: expect.stringContaining("as printed"),
      title: expect.stringMatching(/local epsilon 2 \(GDD21, Figure 2\(a\)\)$/),
    });
    const text = (await runCli(["experiment"])).stdout;
    for (const { name } of EXPERIMENTS) expect(text).toContain(name);
  });

  it("refuses an unknown one, and a folder that cannot be", async () => {
    const foreign = await runCli(["experiment", "yjx25-figure-1", "--data", root]);
    expect(foreign).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/--data must be absent: yjx25-figure-1/),
    });
    const unknown = await runCli(["experiment", "yjx25-table-9"]);
    expect(unknown).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/must be one of gdd21-figure-2a/),
    });
    const file = join(root, "file");
    writeFileSync(file, "");
    for (const out of [join(file, "x"), file, "/proc/x", ""]) {
      const nowhere = await runCli(["experiment", "yjx25-figure-1", "--quick", "--out", out]);
      expect(nowhere).toMatchObject({
        status: 2,
        stderr: expect.stringMatching(/^croupier: --out \S* ?cannot be made: [^\n]+\n$/),
      });
    }
  });

  it("refuses flags that the list takes none of", async () => {
    for (const flags of [["--quick"], ["--seed", "1"], ["--out", root]]) {
      const { status, stdout, stderr } = await runCli(["experiment", ...flags]);
      expect([status, stdout]).toEqual([2, ""]);
      expect(stderr).toContain(`${flags[0]} must be absent: without a name`);
    }
  });

  it.each(EXPERIMENTS.map(({ name }) => name).filter((name) => /^gdd21-figure-[234]/.test(name)))(
    "%s: the best proven figure is between the lower end and Theorem 1",
    async (name) => {
      const [table] = (await quickly(name)).tables;
      const [theorem, best, least] = ["Theorem 1", "Best proven", "No less than"].map((title) =>
        column(table!, title),
      );
      for (const i of theorem!.keys()) {
        expect(least![i]!).toBeLessThanOrEqual(best![i]!);
        expect(best![i]!).toBeLessThan(theorem![i]!);
      }
    },
  );

  // Values that the paper prints, or that its formulas give by hand.
  it.each([
    ["gdd21-figure-2a", "Theorem 1", 1.0402],
    ["gdd21-figure-2a", "Theorem 2", 0.1157],
    ["gdd21-figure-2b", "Theorem 1", 0.0764],
    ["gdd21-figure-3a", "Theorem 1", 0.2539],
    ["gdd21-figure-4a", "Theorem 1", 4.0862],
    ["gdd21-figure-4b", "Theorem 1", 0.3608],
    ["gdd21-figure-2c", "Theorem 1", 0.0938],
    ["gdd21-figure-5b", "Theorem 1", 5.7946],
  ])("%s, %s ends at %d", async (name, title, value) => {
    const [table] = (await quickly(name)).tables;
    expect(column(table!, title).at(-1)! / value).toBeCloseTo(1, 2);
  });

  it.each(["lt22-table-1", "lt23-table-1"])("%s: both rows as printed", async (name) => {
    const [table] = (await quickly(name)).tables;
    for (const [printed, computed] of [
      ["printed, Ours", "Theorem 1, orders to 30"],
      ["printed, Clones", "clones 2021 as printed"],
    ]) {
      const values = column(table!, computed!);
      for (const [i, value] of column(table!, printed!).entries())
        expect(values[i]! / value).toBeCloseTo(1, 3);
    }
    const [best] = column(table!, "transposition-pld").slice(-1);
    expect(best! / 0.0023518).toBeCloseTo(1, 2);
    expect(column(table!, "cohort-lower").at(-1)!).toBeLessThan(best!);
  });

  it("lt22-figure-1a, lt22-check-in, lt23-figure-1a: as the papers' own formulas give them", async () => {
    const [compositions] = (await quickly("lt22-figure-1a")).tables;
    const [best, least] = ["Best proven", "No less than"].map((title) => column(compositions!, title));
    for (const i of best!.keys()) expect(least![i]!).toBeLessThan(best![i]!);
    const [checkIn] = (await quickly("lt22-check-in")).tables;
    expect(column(checkIn!, "Theorem 3").at(-1)! / 10.13).toBeCloseTo(1, 2);
    expect(column(checkIn!, "“Generic bound”").at(-1)! / 1.652).toBeCloseTo(1, 2);
    const report = await quickly("lt23-figure-1a");
    expect(report.figure).toBeDefined();
    expect(column(report.tables[0]!, "Central").every((value) => value > 0)).toBe(true);
  });

  it.each([
    ["gdd21-accuracy-5a", 1, "Theorem 1", 15],
    ["gdd21-accuracy-5b", 1, "Theorem 1", 64 * 13_706],
    ["lt22-accuracy", 0, "Theorem 3", 32 * 13_706],
    ["lt22-ldp-sgd", 0, "LDP-SGD, best proven", 64 * 13_706],
    ["lt23-accuracy-1a", 0, "Shuffled, Theorem 2", 32 * 13_706],
    ["lt23-accuracy-1b", 0, "Theorem 3", 32 * 13_706],
  ])("%s: accuracies beside what the rounds spend, and bits a report", async (name, table, method, bits) => {
    const { tables, figure } = await quickly(name);
    const measured = tables[table]!;
    expect(column(measured, "rounds")).toEqual([1, 2]);
    for (const accuracy of column(measured, "accuracy")) expect(accuracy).toBeLessThan(60);
    const [first, second] = column(measured, method);
    expect(second).toBeGreaterThanOrEqual(first!);
    expect(column(measured, "bits a report")).toEqual([bits, bits]);
    for (const { points } of figure!.series) expect(points).toHaveLength(2);
  });

  it("yjx25-figure-1 and 3: draw their panels", async () => {
    const [pair, noise] = [await quickly("yjx25-figure-1"), await quickly("yjx25-figure-3")];
    expect(pair.panels).toHaveLength(1);
    expect(readFileSync(join(root, "yjx25-figure-1-b.svg"), "utf8")).toMatch(/^<svg/);
    expect(noise.figure!.series.map(({ name }) => name)).toContainEqual(
      expect.stringMatching(/central limit \(approximate\)$/),
    );
    // sigma of mu = 0.02 sqrt(500 (e^(1 / sigma^2) - 1)) at (0.25, 5e-6): mu = 0.0717 by the exact Gaussian
    expect(column(noise.tables[0]!, "Gaussian DP")[0]).toBeCloseTo(6.278, 2);
  });

  it("yjx25-figure-1: the paper's pair is drawn together, the pair along (1, 1) is not", async () => {
    const [table] = (await quickly("yjx25-figure-1")).tables;
    const [plain, permuted, alongOnes] = column(table!, "measured ratio");
    expect([plain, alongOnes]).toEqual([1, expect.closeTo(1, 6)]);
    expect(permuted).toBeCloseTo(Math.SQRT1_2, 4);
    const deltas = column(table!, "measured delta");
    const [proven] = column(table!, "plain Gaussian's delta");
    expect(deltas[0]).toBeCloseTo(proven!, 3);
    expect(deltas[1]).toBeLessThan(0.8);
    expect(deltas[2]).toBeCloseTo(proven!, 3);
  });

  it("yjx25-figure-2: the errors of the approximations", async () => {
    const { tables } = await quickly("yjx25-figure-2");
    expect(tables).toHaveLength(3);
    const [fentonWilkinson, schwartzYeh] = column(tables[1]!, "largest error");
    expect(fentonWilkinson).toBeGreaterThan(0.8);
    expect(schwartzYeh).toBeGreaterThan(0.8);
  });

  it("yjx25-figure-3: the published noise beside the proven", async () => {
    const [table] = (await quickly("yjx25-figure-3")).tables;
    expect(column(table!, "published")[0]).toBeCloseTo(0.27404, 4);
    expect(column(table!, "advanced composition")[0]).toBeCloseTo(37.94, 2);
    expect(column(table!, "a permuted step's")[0]).toBeCloseTo(0.928, 3);
    for (const [i, best] of column(table!, "our best").entries()) {
      expect(best).toBeLessThanOrEqual(column(table!, "rdp-poisson")[i]! * 1.002);
      expect(column(table!, "epsilon of the published")[i]).toBeGreaterThanOrEqual(
        column(table!, "and at least")[i]!,
      );
    }
  });

  it("yjx25-budget and yjx25-noise: claimed and true deltas of a step", async () => {
    const [budget] = (await quickly("yjx25-budget")).tables;
    const truth = column(budget!, "true");
    for (const [i, claimed] of column(budget!, "claimed (refuted)").entries()) {
      expect(truth[i]).toBeGreaterThan(claimed);
    }
    const [noise] = (await quickly("yjx25-noise")).tables;
    const claims = column(noise!, "Theorem 6");
    for (const claimed of claims.slice(1)) expect(claimed).toBeLessThanOrEqual(0);
    for (const delta of column(noise!, "true")) expect(delta).toBeGreaterThan(0);
  });

  it("yjx25-figure-4: the noise falls with the weights, the true delta rises", async () => {
    const { tables } = await quickly("yjx25-figure-4");
    for (const row of tables[0]!.rows) expect(row[2]).toBeGreaterThan(row.at(-1) as number);
    for (const row of tables[1]!.rows) expect(row.at(-1)).toBeGreaterThan(row[2] as number);
  });

  it("yjx25-table-2: the same training, other weights", { tags: ["long"] }, async () => {
    const [, measured, weights, exact] = (await quickly("yjx25-table-2")).tables;
    for (const difference of column(measured!, "difference")) expect(Math.abs(difference)).toBeLessThan(1e-3);
    for (const far of column(weights!, "permuted to plain")) expect(far).toBeGreaterThan(5);
    for (const near of column(weights!, "permuted to plain, permutations undone"))
      expect(near).toBeLessThan(0.05);
    for (const far of column(exact!, "of the weights, l2")) expect(far).toBeGreaterThan(5);
    for (const near of column(exact!, "of the weights, permutations undone"))
      expect(near).toBeLessThan(1e-12);
    for (const near of column(exact!, "of the losses")) expect(near).toBeLessThan(1e-12);
  });

  it("yjx25-table-3: what is aimed at, and what is proven of it", async () => {
    const [, measured] = (await quickly("yjx25-table-3")).tables;
    const proven = column(measured!, "epsilon, at most");
    const published = column(measured!, "epsilon as published");
    for (const calibrated of proven.slice(0, 3)) expect(calibrated).toBeLessThanOrEqual(1);
    expect(proven[3]).toBeGreaterThan(10); // c' = c
    expect(published[3]).toBeLessThanOrEqual(1);
    expect(published.slice(0, 2)).toEqual([null, null]);
  });

  for (const [cases, options] of shortAndLong(["yjx25-table-4", "yjx25-table-5"], (_, place) => place > 0)) {
    it.each(cases)("%s: what is aimed at, and what is proven of it", options, async (name) => {
      const [published, measured] = (await quickly(name)).tables;
      expect(published!.rows).toHaveLength(32);
      const proven = column(measured!, "epsilon, at most");
      const refuted = column(measured!, "epsilon as published");
      for (const calibrated of proven.slice(0, 3)) expect(calibrated).toBeLessThanOrEqual(1);
      expect(proven[3]).toBeGreaterThan(10); // c' = c
      expect(refuted[3]).toBeLessThanOrEqual(1);
      expect(refuted.slice(0, 2)).toEqual([null, null]);
      const noise = column(measured!, "noise multiplier");
      expect(noise[1]).toBeLessThanOrEqual(noise[0]!);
      expect([proven.at(-1), noise.at(-1)]).toEqual([null, null]);
    });
  }

  it("yjx25-table-4 and 5: figures as the paper prints them", async () => {
    const { publishedRows } = await import("../../experiments/yjx25/_internal/published-rows.js");
    expect(publishedRows(["x", 9, 1, 2, 3, 4, 5, 6, 7, 8, 8.5])).toEqual([
      ["x", "non-private", 9, 9, 9],
      ["x", expect.stringMatching(/^Ghost/), 1, 4, 7],
      ["x", expect.stringMatching(/^MixOpt/), 2, 5, 8],
      ["x", expect.stringMatching(/^Shuffled.*refuted/), 3, 6, 8.5],
    ]);
  });

  it("yjx25-table-5: the places fit the model, and no word is both private and public", () => {
    const rows = rowsOf(placesOf(PRIVATE_WORDS));
    expect(rows).toHaveLength(8000);
    for (const { meaning, text } of [...rows, ...rowsOf(placesOf(PUBLIC_WORDS))]) {
      expect(byteTokenizer.encode(meaningPrompt(meaning) + text).length).toBeLessThan(112);
    }
    const [own, others] = [PRIVATE_WORDS, PUBLIC_WORDS].map((words) => Object.values(words).flat());
    expect(own!.filter((word) => others!.includes(word))).toEqual([]);
  });

  it("yjx25-table-6: refuted by the canary that no permutation moves, not by the one that they hide", {
    tags: ["long"],
  }, async () => {
    const [, runs, training] = (await quickly("yjx25-table-6")).tables;
    for (const table of [runs!, training!]) {
      const claims = column(table, "claimed");
      const bounds = column(table, "epsilon, at least");
      expect(claims).toEqual([0.5, 0.5, 1, 1]);
      for (const [row, [, canary]] of table.rows.entries()) {
        const verdict = table.rows[row]!.at(-1);
        expect(verdict).toBe(canary === "Dirac" ? "not refuted" : "refuted");
        expect(bounds[row]! > claims[row]!).toBe(verdict === "refuted");
      }
    }
    for (const noise of column(runs!, "published noise")) expect(noise).toBeCloseTo(0.343, 2);
  });

  it("yjx25-algorithm-1: two noises are charged as one, and keep what the lesser keeps", async () => {
    const [figures, weights] = (await quickly("yjx25-algorithm-1")).tables;
    const [ours, once, layers] = figures!.rows.map(([, , , , most, least, composed]) =>
      [most, least, composed].map(Number),
    ) as [number[], number[], number[]];
    expect(ours[2]).toBeCloseTo(0.25, 6);
    expect(once.slice(0, 2)).toEqual(ours.slice(0, 2));
    expect(once[2]).toBeGreaterThan(0.5);
    expect(layers[1]).toBeGreaterThan(20 * ours[0]!);
    for (const [most, least] of [ours, once, layers]) expect(most! / least!).toBeCloseTo(1, 2);
    expect(column(weights!, "of them")).toEqual([10, 10, 2, 0]);
  });

  it("gdd21-appendix-a: Theorem 1 is below the baseline in Figure 5(b), the best proven below both", async () => {
    const [table] = (await quickly("gdd21-appendix-a")).tables;
    const [baseline, theorem1, best] = ["shuffle's", "Theorem 1", "best"].map(
      (title) => column(table!, title)[0]!,
    );
    expect(theorem1).toBeCloseTo(5.795, 3);
    expect(baseline).toBeGreaterThan(theorem1!);
    expect(best).toBeLessThan(theorem1! / 8);
  });

  it("yjx25-table-6-as-printed: 10,000 steps as runs and one by one, refuted by equal entries", async () => {
    const [, runs, steps] = (await quickly("yjx25-table-6-as-printed")).tables;
    expect(runs!.title).toMatch(/^Runs of 10,000 steps/);
    expect(column(runs!, "claimed")).toEqual([0.5, 0.5, 1, 1]);
    // Of a step, before sampling.
    for (const claim of column(steps!, "claimed")) expect(claim).toBeLessThan(0.1);
    for (const { rows } of [runs!, steps!])
      expect(rows.map((row) => row.at(-1))).toEqual(["not refuted", "refuted", "not refuted", "refuted"]);
  });

  it("yjx25-table-6-training: the training loop", async () => {
    const [, training] = (await quickly("yjx25-table-6-training")).tables;
    expect(column(training!, "claimed")).toEqual([0.5, 0.5, 1, 1]);
    expect(training!.rows.map((row) => row.at(-1))).toEqual([
      "not refuted",
      "refuted",
      "not refuted",
      "refuted",
    ]);
  });

  it.each(["yjx25-table-7", "yjx25-table-8"])("%s: times", async (name) => {
    const { tables } = await quickly(name);
    const times = tables.flatMap(({ rows }) => rows.flatMap((row) => row.slice(1)));
    for (const time of times) if (time !== null) expect(Number.isFinite(time)).toBe(true);
  });
});
