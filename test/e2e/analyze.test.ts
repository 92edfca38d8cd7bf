import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { karyRandomizedResponse } from "../../src/mechanisms/index.js";
import { runBuilt } from "./_internal/run-built.js";
import type { CliResult } from "./_internal/run-cli.js";

const root = mkdtempSync(join(tmpdir(), "croupier-analyze-"));
afterAll(() => rmSync(root, { recursive: true }));

function csv(name: string, text: string | Uint8Array): string {
  writeFileSync(join(root, name), text);
  return join(root, name);
}

/** Half yes, a third no, the rest a name that needs quotes; ages 20 to 59. */
const survey = csv(
  "survey.csv",
  `\ufeffid,"answer, given",age\r\n${Array.from(
    { length: 6000 },
    (_, user) =>
      `${user},${["yes", "no", "yes", "no", "yes", '"don\'t ""know"", sorry"'][user % 6]},${20 + (user % 40)}\r\n`,
  ).join("")}`,
);
const LIST = 'no,yes,"don\'t ""know"", sorry",never';
const FREQUENCIES = ["analyze", survey, "--column", "answer, given", "--local-epsilon", "4"];
const MEAN = [
  "analyze",
  survey,
  "--column",
  "age",
  "--mean",
  "--lower",
  "0",
  "--upper",
  "100",
  "--local-epsilon",
  "4",
];

/** What was printed, without the line ends of wrapping. */
const unwrapped = ({ stdout }: CliResult): string => stdout.replace(/\s+/g, " ");

const onOneLine = ({ stderr, stdout }: CliResult): void => {
  expect(stderr).toMatch(/^croupier: .*\n$/);
  expect(stdout).toBe("");
};

describe("croupier analyze", () => {
  it("estimates shares of quoted categories as JSON", async () => {
    const { status, stdout, stderr } = await runBuilt([
      ...FREQUENCIES,
      "--categories",
      LIST,
      "--seed",
      "5",
      "--json",
    ]);
    expect(stderr).toBe("");
    expect(status).toBe(0);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({
      column: "answer, given",
      kind: "frequencies",
      users: 6000,
      delta: 1e-5,
      adjacency: "replace-one",
      seeded: true,
      categoriesDisclosed: false,
      event: { kind: "shuffle", users: 6000, of: { kind: "randomizedResponse", epsilon: 4, categories: 4 } },
    });
    expect(report).not.toHaveProperty("reports");
    const best = report.guarantees[0];
    expect(best).toMatchObject({ side: "upper", status: "proven", delta: 1e-5 });
    expect(best.epsilon.upper).toBeLessThan(4);
    const truth = { no: 2000, yes: 3000, 'don\'t "know", sorry': 1000, never: 0 };
    const variance = (holders: number): number =>
      karyRandomizedResponse({ localEpsilon: 4, categories: 4 }).countVariance(6000, holders);
    for (const [category, holders] of Object.entries(truth)) {
      const found = report.frequencies.find((each: { category: string }) => each.category === category);
      // Six deviations: the false alarm of one seed in 100 million (normal law), and this seed is fixed.
      expect(Math.abs(found.estimate - holders)).toBeLessThan(6 * Math.sqrt(variance(holders)));
      expect(found.lower).toBeLessThanOrEqual(found.upper);
    }
  });

  it("repeats itself with a seed only, and says that this is not private", async () => {
    const seeded = [...FREQUENCIES, "--categories", LIST, "--seed", "5"];
    const [one, two, other] = await Promise.all(
      [seeded, seeded, seeded.slice(0, -2)].map((args) => runBuilt(args)),
    );
    expect(one!.stdout).toBe(two!.stdout);
    expect(one!.stdout).toContain("Seeded: not private");
    expect(other!.stdout).not.toContain("Seeded");
    expect(other!.stdout).not.toBe(one!.stdout);
  });

  it("prints a table, the guarantee in words, and a warning only where the categories come from the data", async () => {
    const known = await runBuilt([...FREQUENCIES, "--categories", LIST, "--simultaneous"]);
    expect(known.status).toBe(0);
    const text = unwrapped(known);
    expect(known.stdout).toMatch(/^yes +[23],\d+ ± \d+ +\d+\.?\d* % ± \d\.?\d* % .*●/m);
    expect(text).toContain("All intervals together");
    expect(text).toMatch(/Proven: epsilon <= [\d.]+ at delta = 1e-5, replace-one/);
    expect(text).toContain("Each report by itself, before the shuffle: epsilon <= 4, delta = 0.");
    expect(text).not.toMatch(/NaN|undefined|disclosed as it is/);
  });

  it("estimates a mean between public bounds", async () => {
    const { status, stdout } = await runBuilt([...MEAN, "--delta", "1e-6", "--seed", "9", "--json"]);
    expect(status).toBe(0);
    const { mean, bounds, levels, delta } = JSON.parse(stdout);
    expect({ bounds, levels, delta }).toEqual({ bounds: { lower: 0, upper: 100 }, levels: 5, delta: 1e-6 });
    expect(Math.abs(mean.estimate - 39.5)).toBeLessThan(6 * mean.standardError);
    expect(mean.upper - mean.lower).toBeLessThan(6 * mean.standardError);
    const table = await runBuilt(MEAN);
    expect(unwrapped(table)).toContain("how many did is not shown");
  });

  it("writes the chart", async () => {
    const plot = join(root, "plot.svg");
    const { status } = await runBuilt([...MEAN, "--plot", plot]);
    expect(status).toBe(0);
    const svg = readFileSync(plot, "utf8");
    expect(svg.startsWith("<svg ")).toBe(true);
    expect(svg.endsWith("</svg>\n")).toBe(true);
    expect(svg).not.toMatch(/NaN|undefined/);
  });

  it("refuses an adjacency under which nothing is proven, before it reads or writes", async () => {
    const plot = join(root, "unproven.svg");
    const nowhere = join(root, "nowhere.csv");
    const args = ["analyze", nowhere, ...MEAN.slice(2), "--adjacency", "add-or-remove", "--plot", plot];
    const result = await runBuilt(args);
    expect(result.status).toBe(3);
    expect(result.stderr).toMatch(/add-or-remove: no figure is proven .* use replace-one or zero-out/);
    onOneLine(result);
    expect(existsSync(plot)).toBe(false);
  });

  it("escapes what a cell could smuggle into the chart or the terminal", async () => {
    const file = csv("smuggle.csv", "a\n<script>\n\u001b[31mred\n<script>\n");
    const plot = join(root, "smuggle.svg");
    const { status, stdout } = await runBuilt([
      "analyze",
      file,
      "--column",
      "a",
      "--local-epsilon",
      "1",
      "--plot",
      plot,
    ]);
    expect(status).toBe(0);
    expect(stdout).not.toContain("\u001b");
    const svg = readFileSync(plot, "utf8");
    expect(svg).not.toContain("\u001b");
    expect(svg).not.toContain("<script>");
    expect(svg).toContain("&lt;script&gt;");
  });

  it("shows control characters of names instead of sending them to the terminal", async () => {
    const file = csv("controls.csv", "n\u009b2Jame\nx\u009b31m\ny\u202ez\nx\u009b31m\n");
    const args = ["analyze", file, "--column", "n\u009b2Jame", "--local-epsilon", "1"];
    const wrong = ["analyze", file, "--column", "n", "--local-epsilon", "1"];
    for (const more of [[], ["--json"], ["--csv"]]) {
      const { status, stdout, stderr } = await runBuilt([...args, ...more]);
      expect(status).toBe(0);
      expect(stdout + stderr).not.toMatch(/[\u0080-\u009f\u202e]/);
      expect(stdout).toContain("x\\u009b31m");
    }
    const refused = await runBuilt(wrong);
    expect(refused.status).toBe(4);
    expect(refused.stderr).toContain('its columns are "n\\u009b2Jame"');
  });

  it("warns of disclosed categories before anything else, in every form of output", async () => {
    const [text, json, table] = await Promise.all(
      [[], ["--json"], ["--csv"]].map((more) => runBuilt([...FREQUENCIES, ...more])),
    );
    const warning = /^Column "answer, given": the list of categories is disclosed as it is\./;
    expect(unwrapped(text!)).toMatch(warning);
    const report = JSON.parse(json!.stdout);
    expect(report.categoriesDisclosed).toBe(true);
    expect(report.warnings).toEqual([expect.stringMatching(warning)]);
    expect(table!.stderr).toContain("disclosed as it is");
    expect(
      table!.stdout
        .split("\n")
        .slice(1, -1)
        .every((line) => line.includes("disclosed as it is")),
    ).toBe(true);
  });

  it("refuses a column of identifiers early", async () => {
    const { status, stderr, stdout } = await runBuilt([
      "analyze",
      survey,
      "--column",
      "id",
      "--local-epsilon",
      "1",
    ]);
    expect(status).toBe(4);
    expect(stderr).toMatch(
      /line 1002: the column "id" has more than 1000 different values; give --categories/,
    );
    expect(stdout).toBe("");
  });

  it("counts an empty cell as --missing says", async () => {
    const file = csv("missing.csv", "pet\ncat\n\n dog \n");
    const args = ["analyze", file, "--column", "pet", "--categories", "cat,dog,none", "--local-epsilon", "1"];
    const refused = await runBuilt(args);
    expect(refused).toMatchObject({ status: 4, stdout: "" });
    expect(refused.stderr).toContain("line 3: the cell is empty; --missing VALUE says what it counts as");
    const { status, stdout } = await runBuilt([...args, "--missing", "none", "--json"]);
    expect(status).toBe(0);
    expect(JSON.parse(stdout).users).toBe(3);
  });

  it("skips blank lines at the end of one column, and counts them with --missing", async () => {
    const file = csv("end.csv", "pet\ncat\ndog\n\n");
    const args = ["analyze", file, "--column", "pet", "--local-epsilon", "1", "--json", "--categories"];
    const users = async (...more: string[]): Promise<number> => {
      const { status, stdout } = await runBuilt([...args, ...more]);
      expect(status).toBe(0);
      return JSON.parse(stdout).users;
    };
    expect(await users("cat,dog")).toBe(2);
    expect(await users("cat,dog,none", "--missing", "none")).toBe(3);
  });

  it("ignores spaces around the names of columns as around cells", async () => {
    const file = csv("spaces.csv", "a , b\nu , v\nw,v\n");
    for (const column of ["a", "b", " b "]) {
      const { status, stdout } = await runBuilt([
        "analyze",
        file,
        "--column",
        column,
        "--categories",
        "u,v,w",
        "--local-epsilon",
        "1",
        "--json",
      ]);
      expect(status).toBe(0);
      expect(JSON.parse(stdout).users).toBe(2);
    }
  });

  it.concurrent.each([
    ["a missing file", undefined, [], /ENOENT/],
    ["an empty file", "", [], /at least one record/],
    ["a header alone", "a,b\n", [], /at least one record/],
    ["an absent column", "x,b\n1,2\n", [], /line 1: the header has no column "a"; its columns are "x", "b"/],
    ["a doubled column", "a,a\n1,2\n", [], /line 1: the header names the column "a" twice/],
    [
      "a ragged record",
      "a,b\n1,2\n3\n",
      [],
      /line 3: the number of fields must be 2 as in the header, got 1/,
    ],
    ["an open quote", 'a,b\n1,2\n"3,4\n', [], /line 3/],
    [
      "a category too many",
      "a,b\nu,2\r\nv,4\nw,5\n",
      ["--categories", "u,v"],
      /line 4: "w" is not one of --categories/,
    ],
    [
      "a word among numbers",
      "a,b\n1,2\nx,4\n",
      ["--mean", "--lower", "0", "--upper", "9"],
      /line 3: "x" is not a finite decimal number/,
    ],
    [
      "a hexadecimal number",
      "a\n1\n0x10\n",
      ["--mean", "--lower", "0", "--upper", "20"],
      /line 3: "0x10" is not a finite decimal number/,
    ],
    [
      "a binary number",
      "a\n0b11\n",
      ["--mean", "--lower", "0", "--upper", "20"],
      /line 2: "0b11" is not a finite decimal number/,
    ],
    [
      "Latin-1",
      Buffer.from("a,b\n1,2\nZ\u00fcrich,4\nZ\u00e9rich,5\n", "latin1"),
      [],
      /line 3: .* not UTF-8/,
    ],
    ["UTF-16", Buffer.from("\ufeffa,b\r\n1,2\r\n", "utf16le"), [], /line 1: .* not UTF-8/],
  ])("refuses %s with exit status 4", async (name, text, more, fault) => {
    const file =
      text === undefined ? join(root, "nowhere.csv") : csv(`${name.replaceAll(" ", "-")}.csv`, text);
    const result = await runBuilt(["analyze", file, "--column", "a", "--local-epsilon", "1", ...more]);
    expect(result.status).toBe(4);
    expect(result.stderr).toMatch(fault);
    onOneLine(result);
  });

  it("explains itself with examples", async () => {
    const { status, stdout } = await runBuilt(["analyze", "--help"]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/croupier analyze survey\.csv --column smokes/);
  });
});
