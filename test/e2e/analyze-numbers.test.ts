/**
 * Tables as people write them, through the built command: what is computed is right, and what is refused says
 * how to read it.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { runBuilt } from "./_internal/run-built.js";
import type { CliResult } from "./_internal/run-cli.js";

const root = mkdtempSync(join(tmpdir(), "croupier-analyze-numbers-"));
afterAll(() => rmSync(root, { recursive: true }));

const USERS = 50;

/** A file of 50 records, whose cells follow from the record's number. */
function table(name: string, header: string, record: (user: number) => string, end = "\n"): string {
  const lines = [header, ...Array.from({ length: USERS }, (_, user) => record(user))];
  writeFileSync(join(root, name), lines.map((line) => line + end).join(""));
  return join(root, name);
}

/** 1,001 to 1,981; their mean is 1,491. */
const amountOf = (user: number): string => String(1001 + 20 * user);
const grouped = (user: number, sign: string): string => `1${sign}${amountOf(user).slice(1)}`;
const MEAN = ["--mean", "--lower", "0", "--upper", "3000", "--local-epsilon", "20", "--seed", "1"];

const ask = (file: string, ...args: string[]): Promise<CliResult> =>
  runBuilt(["analyze", file, "--json", ...args]);

/** The mean that is computed; what is refused prints nothing. */
async function meanOf(file: string, column: string, ...args: string[]): Promise<number> {
  const { status, stdout, stderr } = await ask(file, "--column", column, ...MEAN, ...args);
  expect({ status, stderr: status === 0 ? "" : stderr }).toEqual({ status: 0, stderr: "" });
  return JSON.parse(stdout).mean.estimate;
}

async function refusalOf(file: string, column: string, ...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await ask(file, "--column", column, ...MEAN, ...args);
  expect({ status, stdout }).toEqual({ status: 4, stdout: "" });
  return stderr;
}

/** What refusals may say, as flags and the number that they make of the first cell. */
function readings(refusal: string): [value: number, flags: string[]][] {
  const only = /; (--.*) reads such numbers \(this one as (\S+)\)$/m.exec(refusal);
  if (only !== null) return [[Number(only[2]), only[1]!.split(" ")]];
  return [...refusal.matchAll(/as (\S+) with (--.*?)(?=, or as|; nothing is computed)/g)].map(
    ([, value, flags]) => [Number(value), flags!.split(" ")],
  );
}

/** Standard errors of a mean of 50 numbers here are below 1. */
const near = (found: number, truth: number): void => expect(Math.abs(found - truth)).toBeLessThan(7);

describe("croupier analyze, of numbers as people write them", () => {
  it.each([
    ["comma", "id,amount", (user: number) => `${user},"${grouped(user, ",")}"`, 2],
    ["point", "id;amount", (user: number) => `${user};${grouped(user, ".")}`, 2],
    ["space", "id;amount", (user: number) => `${user};${grouped(user, "\u202f")}`, 1],
    ["apostrophe", "id;amount", (user: number) => `${user};${grouped(user, "\u2019")}`, 1],
    ["point --decimal-comma", "id;amount", (user: number) => `${user};${grouped(user, ".")},50`, 1],
    ["comma", "id;amount", (user: number) => `${user};${grouped(user, ",")}.50`, 1],
  ])("thousands: %s %#", async (flags, header, record, ways) => {
    const file = table(`grouped-${flags.length}-${ways}-${header.length}.csv`, header, record);
    const refusal = await refusalOf(file, "amount");
    const shown = readings(refusal);
    expect(shown).toHaveLength(ways);
    const first = Number(amountOf(0)) + (/,50|\.50/.test(record(0)) ? 0.5 : 0);
    const right = shown.find(([value]) => value === first)!;
    expect(right[1]).toEqual(["--thousands", ...flags.split(" ")]);
    near(await meanOf(file, "amount", ...right[1]), 1491);
    for (const [value, others] of shown) {
      const mean = await meanOf(file, "amount", ...others);
      near(mean, value === first ? 1491 : 1.491);
    }
  });

  it("does not compute where a point may be either, and does where the flag says which", async () => {
    const file = table("point.csv", "id,amount", (user) => `${user},${grouped(user, ".")}`);
    const refusal = await refusalOf(file, "amount");
    expect(refusal).toContain('line 2: "1.001", like the whole column, can be read in two ways');
    expect(readings(refusal)).toEqual([
      [1.001, ["--thousands", "none"]],
      [1001, ["--thousands", "point"]],
    ]);
    near(await meanOf(file, "amount", "--thousands", "."), 1491);
    near(await meanOf(file, "amount", "--thousands", "none"), 1.491);
  });

  it.each([
    ["1e999", /beyond 1\.8e308/],
    ["12 %", /may stand for 12 or for 0\.12/],
    ["$1,858", /without a currency's sign/],
    ["1.858 \u20ac", /without a currency's sign/],
  ])("refuses %j, says why, and names no flag that reads it as another number", async (cell, why) => {
    const file = table(`refused-${cell.length}-${cell.charCodeAt(0)}.csv`, "id;amount", (user) =>
      user === 7 ? `7;${cell}` : `${user};5`,
    );
    const refusal = await refusalOf(file, "amount");
    expect(refusal).toMatch(/line 9: /);
    expect(refusal).toMatch(why);
    expect(refusal).not.toMatch(/--decimal-comma|--thousands/);
  });

  it("the same for bins, quantiles and groups, which are made of the same numbers", async () => {
    const file = table("bins.csv", "id;amount;age", (user) => `${user};${grouped(user, ".")};${user % 2},5`);
    const bins = ["--edges", "0,1500,3000", "--local-epsilon", "20", "--seed", "1"];
    const quantiles = ["--column", "amount", "--quantiles", "0.5", ...bins];
    const byAmount = ["--column", "age", "--edges", "0,1,2", "--group-by", "amount", ...bins];
    for (const args of [quantiles, byAmount]) {
      const refused = await ask(file, ...args, "--decimal-comma");
      expect(refused).toMatchObject({ status: 4, stdout: "" });
      expect(refused.stderr).toContain("as 1001 with --thousands point");
    }
    const read = ["--thousands", "point", "--decimal-comma"];
    const median = JSON.parse((await ask(file, ...quantiles, ...read)).stdout);
    expect(median.bins.map(({ estimate }: { estimate: number }) => Math.round(estimate))).toEqual([25, 25]);
    const { groups } = JSON.parse((await ask(file, ...byAmount, ...read)).stdout);
    expect(groups.map(({ size }: { size: { estimate: number } }) => Math.round(size.estimate))).toEqual([
      25, 25,
    ]);
  });

  it("has the same event however the numbers are written", async () => {
    const plain = table("plain.csv", "id;amount", (user) => `${user};${amountOf(user)}`);
    const signed = table("signed.csv", "id;amount", (user) => `${user};${grouped(user, "'")}`);
    const [one, other] = await Promise.all([
      ask(plain, "--column", "amount", ...MEAN),
      ask(signed, "--column", "amount", ...MEAN, "--thousands", "apostrophe"),
    ]);
    expect(other.stdout).toBe(one.stdout);
  });
});

describe("croupier analyze, of cells that mean no answer", () => {
  const ages = table("ages.csv", "id,age,smokes", (user) => {
    const age = ["NA", "n/a", "-", "", "40"][user % 5]!;
    return `${user},${age},${user % 2 === 0 ? "NA" : "no"}`;
  });
  const MARKS = ["--missing-values", "NA,n/a,-"];

  it("takes them for empty ones, which count as --missing says", async () => {
    expect(await refusalOf(ages, "age")).toMatch(/line 2: "NA" .* list it in --missing-values/);
    expect(await refusalOf(ages, "age", ...MARKS)).toMatch(
      /line 2: "NA" means an empty cell, as --missing-values has it; --missing VALUE/,
    );
    near(await meanOf(ages, "age", ...MARKS, "--missing", "1000"), 808);
  });

  it("takes a category for one only where --missing names it", async () => {
    const smokes = ["--column", "smokes", "--local-epsilon", "20", "--seed", "1", "--categories", "no,NA"];
    const { status, stderr } = await ask(ages, ...smokes, ...MARKS);
    expect(status).toBe(2);
    expect(stderr).toContain("--missing-values must be other words than --categories");
    const { stdout } = await ask(ages, ...smokes, "--missing", "NA", ...MARKS);
    const counts = JSON.parse(stdout).frequencies.map(({ estimate }: { estimate: number }) =>
      Math.round(estimate),
    );
    expect(counts).toEqual([25, 25]);
    const known = await ask(ages, "--column", "smokes", "--local-epsilon", "2", "--categories", "no,yes");
    expect(known.stderr).toContain("in --missing-values what means an empty cell");
  });
});

describe("croupier analyze, of files as programs write them", () => {
  const answer = (user: number): string => (user % 5 < 2 ? "yes" : "no");
  const counts = async (file: string, ...args: string[]): Promise<{ result: CliResult; yes: number }> => {
    const flags = ["--categories", "no,yes", "--local-epsilon", "20", "--seed", "1"];
    const result = await ask(file, "--column", "smokes", ...flags, ...args);
    expect(result.status).toBe(0);
    return { result, yes: Math.round(JSON.parse(result.stdout).frequencies[1].estimate) };
  };

  it("takes a first line such as sep=; for what it is, without a word of guessing", async () => {
    const file = table("sep.csv", "sep=;\nid;smokes", (user) => `${user};${answer(user)}`);
    const { result, yes } = await counts(file);
    expect(yes).toBe(20);
    expect(result.stderr).toBe("");
    expect(JSON.parse(result.stdout)).toMatchObject({ delimiter: ";", delimiterGuessed: false });
    const contrary = await ask(file, "--column", "smokes", "--local-epsilon", "1", "--delimiter", ",");
    expect(contrary.status).toBe(4);
    expect(contrary.stderr).toContain("leave --delimiter out");
  });

  it("takes doubled line ends for single ones, in one column with --missing too", async () => {
    const two = table("crcrlf.csv", "a,smokes", (user) => `1,${answer(user)}`, "\r\r\n");
    expect((await counts(two)).yes).toBe(20);
    const one = table("crcrlf-alone.csv", "smokes", answer, "\r\r\n");
    const { result, yes } = await counts(one, "--missing", "no");
    expect([yes, JSON.parse(result.stdout).users]).toEqual([20, USERS]);
  });

  it("takes both spellings of an accent for one name, in cells, --categories and --column", async () => {
    const file = table(
      "nfd.csv",
      "a,sta\u0302dt",
      (user) => `1,${user % 5 === 0 ? "Bern" : "Z\u00fcrich".normalize(user % 2 === 0 ? "NFC" : "NFD")}`,
    );
    const base = ["--column", "st\u00e2dt", "--local-epsilon", "20", "--seed", "1"];
    for (const more of [[], ["--categories", "Bern,Z\u00fcrich"], ["--categories", "Bern,Zu\u0308rich"]]) {
      const { status, stdout } = await ask(file, ...base, ...more);
      expect(status).toBe(0);
      const found = JSON.parse(stdout).frequencies.map(
        ({ category, estimate }: { category: string; estimate: number }) => [category, Math.round(estimate)],
      );
      expect(found).toEqual([
        ["Bern", 10],
        ["Z\u00fcrich", 40],
      ]);
    }
    const twice = await ask(file, ...base, "--categories", "Z\u00fcrich,Zu\u0308rich");
    expect(twice.status).toBe(2);
    expect(twice.stderr).toContain("at least two different ones");
  });
});

describe("croupier analyze, of an interval that noise has pushed to one number", () => {
  const file = table("zeros.csv", "answer,amount", () => "a,0");
  const mean = ["--column", "amount", "--local-epsilon", "0.5", "--mean", "--lower", "0", "--upper", "3000"];
  const shares = ["--column", "answer", "--local-epsilon", "1", "--categories", "a,b,c"];

  // Of seeds, one in 1,000 makes such a mean, and one in 14 such shares, where no user holds anything but the
  // bound.
  it.each([
    [mean, "834", "the mean"],
    [shares, "11", '"b"'],
  ])("says that 0, with 0 to 0, is no exact figure: %j", async (args, seed, what) => {
    const seeded = ["analyze", file, ...args, "--seed", seed];
    const [json, text, csv] = await Promise.all(
      [["--json"], [], ["--csv"]].map((form) => runBuilt([...seeded, ...form])),
    );
    const report = JSON.parse(json!.stdout);
    const figure = report.mean ?? report.frequencies[1];
    expect(figure).toMatchObject({ lower: 0, upper: 0 });
    expect(figure.estimate).toBeLessThan(-figure.standardError);
    expect(report.remarks).toHaveLength(1);
    expect(report.remarks[0]).toContain(`the interval of ${what} is the one number 0, as the noise took`);
    expect(text!.stdout.replace(/\s+/g, " ")).toContain(report.remarks[0]);
    expect(csv!.stderr).toContain(report.remarks[0]);
  });

  it("says nothing where the interval is one", async () => {
    for (const args of [mean, shares]) {
      const { stdout } = await ask(file, ...args, "--seed", "3");
      expect(JSON.parse(stdout).remarks).toEqual([]);
    }
  });
});
