import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import Papa from "papaparse";
import { afterAll, describe, expect, it } from "vitest";
import { budgetGuarantee, guarantees } from "../../src/accounting/index.js";
import { runBuilt } from "./_internal/run-built.js";
import { runCli } from "./_internal/run-cli.js";

const root = mkdtempSync(join(tmpdir(), "croupier-tables-"));
afterAll(() => rmSync(root, { recursive: true }));

/**
 * 6,000 people in the manner of a European spreadsheet: two thirds in Bern, of whom half smoke, in Basel a
 * quarter; weights 50,5 to 89,5.
 */
const TEXT = `\ufeffcity;smokes;weight\r\n${Array.from({ length: 6000 }, (_, user) => {
  const bern = user % 3 < 2;
  const smokes = bern ? user % 2 === 0 : user % 4 === 0;
  return `${bern ? "Bern" : "Basel"};${smokes ? "yes" : "no"};${50 + (user % 40)},5\r\n`;
}).join("")}\r\n\r\n`.replaceAll("\\ufeff", "\ufeff");
const people = join(root, "people.csv");
writeFileSync(people, TEXT);

const CITY = ["--categories", "Bern,Basel,elsewhere"];
const SMOKES = ["--column", "smokes", "--categories", "no,yes"];
const WEIGHT = ["--column", "weight", "--lower", "50", "--upper", "90", "--bins", "8"];
const MEDIAN = [...WEIGHT, "--quantiles", "0.25,0.5", "--decimal-comma"];
const analyze = (...args: string[]) => runBuilt(["analyze", people, ...args]);
const near = (found: { estimate: number; standardError: number }, truth: number): void => {
  // Six deviations: one seed in 100 million fails (normal law), and the seeds are fixed.
  expect(Math.abs(found.estimate - truth)).toBeLessThan(6 * found.standardError);
};

describe("several columns", () => {
  it("have one guarantee: that of the sequence of their shuffles, with the local epsilon shared", {
    tags: ["long"],
  }, async () => {
    const args = [...SMOKES, ...MEDIAN, "--column", "city", ...CITY, "--local-epsilon", "6", "--seed", "71"];
    const { status, stdout, stderr } = await analyze(...args, "--delta", "1e-6", "--json");
    expect(stderr).toBe('croupier: columns are taken as separated by ";"; --delimiter says otherwise\n');
    expect(status).toBe(0);
    const report = JSON.parse(stdout);
    expect(
      report.columns.map(({ column, kind }: { column: string; kind: string }) => [column, kind]),
    ).toEqual([
      ["smokes", "frequencies"],
      ["weight", "histogram"],
      ["city", "frequencies"],
    ]);
    const shuffled = (categories: number) => ({
      kind: "shuffle",
      users: 6000,
      of: { kind: "randomizedResponse", epsilon: 2, categories },
    });
    const event = { kind: "sequence", of: [shuffled(2), shuffled(8), shuffled(3)] } as const;
    expect(report.event).toEqual(event);
    const accounted = guarantees(event as never, { adjacency: "replace-one", delta: 1e-6 });
    expect(report.guarantees).toEqual(JSON.parse(JSON.stringify(accounted.guarantees)));
    expect(budgetGuarantee(accounted).epsilon.upper).toBeLessThan(1);
    const [smokes, weight, city] = report.columns;
    near(smokes.frequencies[1], 2500);
    near(weight.bins[0], 750);
    near(city.frequencies[0], 4000);
    expect(weight.quantiles[1].lower).toBeLessThanOrEqual(69.5);
    expect(weight.quantiles[1].upper).toBeGreaterThanOrEqual(69.5);
    expect(report).not.toHaveProperty("kind");
  });

  it("print a table each, and what one user's reports are worth by themselves", async () => {
    const { status, stdout } = await analyze(...SMOKES, ...MEDIAN, "--local-epsilon", "4", "--seed", "6");
    expect(status).toBe(0);
    for (const line of stdout.split("\n")) expect([...line].length).toBeLessThanOrEqual(80);
    expect(stdout).toMatch(/^yes +2,[45]\d\d ± \d+ /m);
    expect(stdout).toMatch(/^\[85, 90\] +[67]\d\d ± \d+ /m);
    expect(stdout).toMatch(/^ +0\.5 +\d+ +\d+ to \d+$/m);
    expect(stdout.replace(/\s+/g, " ")).toContain(
      "One user's 2 reports by themselves, before the shuffle: epsilon <= 4, delta = 0.",
    );
  });

  it("hold together with --simultaneous: intervals are wider", async () => {
    const args = [...SMOKES, ...MEDIAN, "--local-epsilon", "4", "--seed", "3", "--json"];
    const [each, all] = await Promise.all([analyze(...args), analyze(...args, "--simultaneous")]);
    const [one, other] = [each, all].map(({ stdout }) => JSON.parse(stdout));
    expect([one.confidence, other.confidence, other.columns[0].confidence]).toEqual([
      0.95,
      0.95,
      1 - 0.05 / 3,
    ]);
    expect(other.columns[0].frequencies[0].lower).toBeLessThan(one.columns[0].frequencies[0].lower);
  });
});

describe("groups", () => {
  const GROUPED = [
    ...MEDIAN,
    ...SMOKES,
    "--group-by",
    "city",
    ...CITY,
    "--local-epsilon",
    "8",
    "--seed",
    "72",
  ];

  it("are estimated with what their users hold, from one report about both", async () => {
    const { status, stdout } = await analyze(...GROUPED, "--json");
    expect(status).toBe(0);
    const report = JSON.parse(stdout);
    expect(report.event.of.map(({ of }: { of: unknown }) => of)).toEqual([
      { kind: "randomizedResponse", epsilon: 4, categories: 24 },
      { kind: "randomizedResponse", epsilon: 4, categories: 6 },
    ]);
    const [weight, smokes] = report.columns;
    expect([smokes.kind, smokes.groupBy]).toEqual(["groups", "city"]);
    const [bern, basel, elsewhere] = smokes.groups;
    expect(bern.group).toEqual({ category: "Bern" });
    near(bern.size, 4000);
    near(basel.values[1].share, 0.25);
    expect(basel.values[1].value).toEqual({ category: "yes" });
    near(elsewhere.size, 0);
    expect(elsewhere.size.lower).toBe(0);
    expect(elsewhere.values[0]).not.toHaveProperty("share");
    const [, median] = weight.groups[0].quantiles;
    expect(median.lower).toBeLessThanOrEqual(69.5);
    expect(median.upper).toBeGreaterThanOrEqual(69.5);
    expect(weight.groups[2]).not.toHaveProperty("quantiles");
  });

  it("print rows of all of a group and of its values", async () => {
    const { stdout } = await analyze(...GROUPED);
    expect(stdout).toMatch(/^Bern +all +\d,\d+ ± \d+ +6\d(\.\d)? % ± /m);
    expect(stdout).toMatch(/^ +yes +[\d,]+ ± \d+ +2\d(\.\d)? % ± /m);
    expect(stdout).toMatch(/^ +yes +\d+ ± \d+ +unknown$/m);
  });

  it("may be bins", async () => {
    const args = [...SMOKES, "--group-by", "weight", "--edges", "50,60,90", "--decimal-comma"];
    const { stdout } = await analyze(...args, "--local-epsilon", "5", "--seed", "2", "--json");
    const { groups } = JSON.parse(stdout);
    expect(groups.map(({ group }: { group: unknown }) => group)).toEqual([
      { from: 50, to: 60 },
      { from: 60, to: 90 },
    ]);
    near(groups[0].size, 1500);
  });
});

describe("input and output", () => {
  const fromStandardInput = (bytes: Uint8Array, ...args: string[]) =>
    runCli(["analyze", "-", ...args], (child: ChildProcess) => child.stdin!.end(bytes));
  const args = [...MEDIAN, "--local-epsilon", "3", "--seed", "5"];

  it("are the same for a file, gzip and standard input", async () => {
    const zipped = join(root, "no-name");
    writeFileSync(zipped, gzipSync(TEXT));
    const results = await Promise.all([
      analyze(...args),
      runBuilt(["analyze", zipped, ...args]),
      fromStandardInput(new TextEncoder().encode(TEXT), ...args, "--delimiter", "semicolon"),
      fromStandardInput(gzipSync(TEXT), ...args, "--delimiter", ";"),
    ]);
    expect(results.map(({ status }) => status)).toEqual([0, 0, 0, 0]);
    expect(new Set(results.map(({ stdout }) => stdout)).size).toBe(1);
    expect(results.map(({ stderr }) => stderr !== "")).toEqual([true, true, false, false]);
  });

  it("say where standard input is at fault", async () => {
    const zipped = gzipSync(TEXT);
    const result = await fromStandardInput(zipped.subarray(0, zipped.length >> 1), ...args);
    expect(result).toMatchObject({ status: 4, stdout: "" });
    expect(result.stderr).toMatch(/^croupier: cannot read standard input: unexpected end of file\n$/);
  });

  it("tell how numbers with a decimal comma are read", async () => {
    const { status, stderr } = await analyze(...WEIGHT, "--local-epsilon", "1");
    expect(status).toBe(4);
    expect(stderr).toContain(
      'line 2: "50,5" is not a finite decimal number; --decimal-comma reads such numbers',
    );
  });

  it("have a CSV table of every figure, unrounded and uncut, with what they spend", async () => {
    const { stdout } = await analyze(
      ...SMOKES,
      "--group-by",
      "city",
      ...CITY,
      "--local-epsilon",
      "2",
      "--csv",
    );
    const { data, errors } = Papa.parse<Record<string, string>>(stdout.trimEnd(), { header: true });
    expect(errors).toEqual([]);
    expect(data.map(({ group, value, measure }) => [group, value, measure]).slice(0, 4)).toEqual([
      ["Bern", "", "users"],
      ["Bern", "", "share"],
      ["Bern", "no", "users"],
      ["Bern", "no", "share of group"],
    ]);
    const total = data.filter(({ value, measure }) => value === "" && measure === "users");
    expect(total.reduce((sum, { estimate }) => sum + Number(estimate), 0)).toBeCloseTo(6000, 6);
    expect(
      data.every((row) => Number(row.epsilon) > 0 && row.status === "proven" && row.delta === "0.00001"),
    ).toBe(true);
  });

  it("have a table for European spreadsheets with --decimal-comma, and no formulas in names", async () => {
    const file = join(root, "formula.csv");
    writeFileSync(file, "answer;x\n=1+1;1\n-5;2\n@sum;3\n");
    const { stdout } = await runBuilt([
      "analyze",
      file,
      "--column",
      "answer",
      "--local-epsilon",
      "1",
      "--csv",
      "--decimal-comma",
    ]);
    const { data } = Papa.parse<Record<string, string>>(stdout.trimEnd(), { header: true, delimiter: ";" });
    expect([...new Set(data.map(({ value }) => value))]).toEqual(["-5", "'=1+1", "'@sum"]);
    expect(data[0]!.delta).toBe("0,01");
  });

  it("refuse a table whose delimiter nobody can tell", async () => {
    const file = join(root, "ambiguous.csv");
    writeFileSync(file, "age;b,age\n1;2,3\n");
    const known = ["analyze", file, "--column", "age", "--categories", "1,2,3", "--local-epsilon", "1"];
    const refused = await runBuilt(known);
    expect(refused.status).toBe(4);
    expect(refused.stderr).toContain('"," and ";" may both separate the columns; say which by --delimiter');
    expect((await runBuilt([...known, "--delimiter", "comma"])).status).toBe(0);
  });
});
