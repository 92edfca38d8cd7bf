/** Command lines of `croupier analyze` that are refused before a file is read or written. */
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { runBuilt } from "./_internal/run-built.js";
import type { CliResult } from "./_internal/run-cli.js";

const root = mkdtempSync(join(tmpdir(), "croupier-analyze-flags-"));
afterAll(() => rmSync(root, { recursive: true }));

const survey = join(root, "survey.csv");
writeFileSync(survey, "id,smokes,age\n1,yes,34\n2,no,41\n");

const onOneLine = ({ stderr, stdout }: CliResult): void => {
  expect(stderr).toMatch(/^croupier: .*\n$/);
  expect(stdout).toBe("");
};

describe("croupier analyze", () => {
  it.concurrent.each([
    [["--local-epsilon", "0"], /--local-epsilon must be a finite number in/],
    [["--local-epsilon", "x"], /--local-epsilon must be a number/],
    [[], /--local-epsilon/],
    [["--local-epsilon", "1", "--mean"], /--lower must be given with --mean, from public knowledge/],
    [
      ["--local-epsilon", "1", "--mean", "--lower", "5", "--upper", "5"],
      /--lower must be at least 1e-100 below --upper 5/,
    ],
    [
      ["--local-epsilon", "1", "--mean", "--lower", "0", "--upper", "1.7e308"],
      /--upper must be a finite number/,
    ],
    [
      ["--local-epsilon", "1", "--lower", "5"],
      /--lower must be left out without --mean, --histogram or --quantiles, got 5/,
    ],
    [["--local-epsilon", "1", "--categories", "a"], /at least two different/],
    [["--local-epsilon", "1", "--categories", 'a,"b'], /line of CSV/],
    [["--local-epsilon", "1", "--delta", "1"], /--delta must be/],
    [["--local-epsilon", "1", "--adjacency", "near"], /--adjacency/],
    [["--local-epsilon", "1", "--confidence", "0.2"], /--confidence must be/],
    [["--local-epsilon", "1", "--json", "--csv"], /--csv must be left out with --json/],
    [["--local-epsilon", "1", "--delimiter", "a"], /--delimiter must be one sign, or comma/],
    [["--local-epsilon", "1", "--delimiter", ";;"], /--delimiter must be one sign, or comma/],
    [["--local-epsilon", "1", "--histogram"], /--lower must be given with bins, from public knowledge/],
    [
      ["--local-epsilon", "1", "--quantiles", "0.5,1", "--edges", "0,1,2"],
      /--quantiles must be numbers in \(0, 1\)/,
    ],
    [["--local-epsilon", "1", "--edges", "0,2,1"], /--edges must be at least three ascending numbers/],
    [
      ["--local-epsilon", "1", "--edges", "0,1,2", "--bins", "3"],
      /--bins must be left out with --edges, got 3/,
    ],
    [["--local-epsilon", "1", "--mean", "--categories", "a,b"], /--categories must be left out with --mean/],
    [
      ["--local-epsilon", "1", "--missing", "a", "--missing", "b"],
      /--missing must be given once for each column/,
    ],
    [
      ["--local-epsilon", "1", "--categories", "a,b", "--column", "a", "--categories", "a,b"],
      /--column must be named once for each question, got "a"/,
    ],
    [["--local-epsilon", "1", "--categories", "a,b,"], /--categories must be names, got/],
    [
      ["--local-epsilon", "1", "--mean", "--lower", "0", "--upper", "20", "--missing", " "],
      /--missing must be a number, got " "/,
    ],
    [["--local-epsilon", "1", "--missing", " "], /--missing must be a category's name, got " "/],
    [
      ["--local-epsilon", "1", "--categories", "a,b", "--missing", "c"],
      /--missing must be one of --categories, got "c"/,
    ],
    [
      ["--local-epsilon", "1", "--mean", "--lower", "0", "--upper", "1", "--missing", "c"],
      /--missing must be a number, got "c"/,
    ],
    [
      ["--local-epsilon", "1", "--mean", "--lower", "0", "--upper", "1e-101"],
      /--lower must be at least 1e-100 below --upper 1e-101, got 0/,
    ],
    [
      ["--local-epsilon", "1e-6", "--column", "b"],
      /--local-epsilon must be at least 0.000002, got 0.000001; the columns share it equally/,
    ],
    [
      ["--local-epsilon", "1", "--bins", "1000", "--lower", "0", "--upper", "1"].concat([
        "--group-by",
        "b",
        "--bins",
        "1000",
        "--lower",
        "0",
        "--upper",
        "1",
      ]),
      /--group-by must be a column that makes at most 262144 pairs/,
    ],
    [["--local-epsilon", "1", "--column", "b"], /--plot must be left out with several columns/],
    [
      ["--local-epsilon", "1", "--mean", "--lower", "0", "--upper", "1", "--group-by", "b"],
      /--mean must be left out with --group-by, got true; --quantiles 0.5/,
    ],
    [["--local-epsilon", "1", "--group-by", "b", "--mean"], /--mean must be left out for --group-by/],
    [["--local-epsilon", "1", "--group-by", "b", "--group-by", "c"], /--group-by must be given once/],
  ])("refuses %j with exit status 2, before it reads", async (flags, fault) => {
    const plot = join(root, "never.svg");
    const result = await runBuilt([
      "analyze",
      join(root, "nowhere.csv"),
      "--column",
      "a",
      "--plot",
      plot,
      ...flags,
    ]);
    expect(result.status).toBe(2);
    expect(result.stderr).toMatch(fault);
    onOneLine(result);
    expect(existsSync(plot)).toBe(false);
  });

  it("does not write a plot over the table, by whatever name, or to a folder that is not there", async () => {
    const before = readFileSync(survey, "utf8");
    const link = join(root, "link.csv");
    symlinkSync(survey, link);
    const args = ["analyze", survey, "--column", "smokes", "--categories", "no,yes", "--local-epsilon", "1"];
    for (const plot of [survey, link]) {
      const result = await runBuilt([...args, "--plot", plot]);
      expect(result.status).toBe(2);
      expect(result.stderr).toContain("--plot must be another file than the one that is read");
      onOneLine(result);
    }
    expect(readFileSync(survey, "utf8")).toBe(before);
    expect((await runBuilt([...args, "--plot", join(root, "none/")])).stderr).toMatch(
      /--plot must be the name of a file/,
    );
  });

  it("does not take a flag before the first of several columns", async () => {
    const args = ["--mean", "--column", "age", "--column", "id", "--local-epsilon", "1"];
    const result = await runBuilt(["analyze", survey, ...args]);
    expect(result.status).toBe(2);
    expect(result.stderr).toContain("--mean must be placed after its column, got true");
    onOneLine(result);
  });
});
