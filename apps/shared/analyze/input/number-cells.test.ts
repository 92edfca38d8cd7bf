import { describe, expect, it } from "vitest";
import { NumberCells } from "./number-cells.js";
import { THOUSANDS } from "./number-writing.js";

/** The numbers of a column, or why it is refused. */
function read(cells: readonly string[], flags = ""): (number | undefined)[] | string {
  const words = flags.split(" ");
  const thousands = THOUSANDS[words[words.indexOf("--thousands") + 1]!];
  const column = new NumberCells({ decimalComma: words.includes("--decimal-comma"), thousands });
  try {
    const numbers = cells.map((cell, index) => column.read(cell, index + 2));
    column.end();
    return numbers;
  } catch (error) {
    return (error as Error).message;
  }
}

/** The readings that a refusal shows: flags, and what they make of the cell that it names. */
function shown(message: unknown): { flags: string; value: number }[] {
  const text = String(message);
  const ways = [...text.matchAll(/as (\S+) with (--.*?)(?=, or as|; nothing)/g)];
  const only = /; (--.*) reads such numbers \(this one as (\S+)\)/.exec(text);
  return only === null
    ? ways.map(([, value, flags]) => ({ flags: flags!, value: Number(value) }))
    : [{ flags: only[1]!, value: Number(only[2]) }];
}

describe("NumberCells", () => {
  it.each([
    [["1", "-2.5", "+3e2", ".5", "7."], "", [1, -2.5, 300, 0.5, 7]],
    [["1,858", "1,456.5", "-12", "1,234,567"], "--thousands comma", [1858, 1456.5, -12, 1234567]],
    [["1.858", "12", "1.234.567"], "--thousands point", [1858, 12, 1234567]],
    [["1.709,84", "0,5", "12"], "--thousands point --decimal-comma", [1709.84, 0.5, 12]],
    [
      ["1 858", "1\u00a0234\u00a0567", "1\u202f858.5", "1\u2009000"],
      "--thousands space",
      [1858, 1234567, 1858.5, 1000],
    ],
    [["1'858.50", "1\u2019234\u2019567"], "--thousands apostrophe", [1858.5, 1234567]],
    [["1 858,5", "2,5"], "--thousands space --decimal-comma", [1858.5, 2.5]],
    [["\u22125", "\u22121.5"], "", [-5, -1.5]],
    [["51,458", "3,5"], "--decimal-comma", [51.458, 3.5]],
    [["51.458", "3.500"], "--thousands none", [51.458, 3.5]],
    [["0.123", "0.500"], "", [0.123, 0.5]],
    [["1.858", "1234.567"], "", [1.858, 1234.567]],
    [["1.858", "2.5"], "", [1.858, 2.5]],
  ])("reads %j with %j", (cells, flags, numbers) => {
    expect(read(cells, flags)).toEqual(numbers);
  });

  it.each([
    [
      ["51,458"],
      "",
      [
        ["--decimal-comma", 51.458],
        ["--thousands comma", 51458],
      ],
    ],
    [
      ["7", "1,858", "-2,000"],
      "",
      [
        ["--decimal-comma", 1.858],
        ["--thousands comma", 1858],
      ],
    ],
    [
      ["51.458", "12"],
      "",
      [
        ["--thousands none", 51.458],
        ["--thousands point", 51458],
      ],
    ],
    [
      ["1.858", "2,345"],
      "",
      [
        ["--thousands comma", 2345],
        ["--thousands point --decimal-comma", 2.345],
      ],
    ],
    [
      ["51.458"],
      "--decimal-comma",
      [
        ["--thousands none without --decimal-comma", 51.458],
        ["--thousands point", 51458],
      ],
    ],
    [
      ["51,458"],
      "--thousands space",
      [
        ["--thousands none --decimal-comma", 51.458],
        ["--thousands comma", 51458],
      ],
    ],
  ])("computes nothing of %j with %j, and shows both readings", (cells, flags, ways) => {
    const refused = read(cells, flags);
    expect(refused).toMatch(/in two ways.*nothing is computed/);
    expect(shown(refused).sort((a, b) => a.value - b.value)).toEqual(
      ways.map(([flags, value]) => ({ flags, value })).sort((a, b) => Number(a.value) - Number(b.value)),
    );
  });

  it.each([
    [["51,458", "12,5"], "", "--decimal-comma", 51.458],
    [["51,458", "12.5"], "", "--thousands comma", 51458],
    [["1,234,567", "1,858"], "", "--thousands comma", 1234567],
    [["0,125", "0,500"], "", "--decimal-comma", 0.125],
    [["1.709,84"], "", "--thousands point --decimal-comma", 1709.84],
    [["1.709,84"], "--thousands point", "--thousands point --decimal-comma", 1709.84],
    [["1 858"], "", "--thousands space", 1858],
    [["1\u202f858,5"], "", "--thousands space --decimal-comma", 1858.5],
    [["1'858"], "", "--thousands apostrophe", 1858],
    [["12.5"], "--thousands point", "--thousands none", 12.5],
    [["12.5"], "--decimal-comma", "--thousands none without --decimal-comma", 12.5],
    [["1,234,567"], "--decimal-comma", "--thousands comma without --decimal-comma", 1234567],
  ])("refuses %j with %j, with the one hint that reads it", (cells, flags, hint, value) => {
    const refused = read(cells, flags);
    expect(shown(refused)).toEqual([{ flags: hint, value }]);
    expect((read(cells, hint) as number[]).includes(value)).toBe(true);
  });

  it.each([
    ["12%", /may stand for 12 or for 0\.12/],
    ["12 %", /may stand for 12 or for 0\.12/],
    ["$1,858", /without a currency's sign/],
    ["1.858,00 \u20ac", /without a currency's sign/],
    ["CHF 12", /without a unit or a currency/],
    ["12 kg", /without a unit or a currency/],
    ["0x10", /without a unit/],
    ["1e999", /beyond 1\.8e308/],
    ["-1e999", /beyond 1\.8e308/],
    ["9".repeat(400), /beyond 1\.8e308/],
    ["(1,234)", /with a minus/],
    ["12,34,567", /groups of three digits/],
    ["1,23.4.5", /groups of three digits/],
    ["NA", /--missing-values/],
    ["-", /--missing-values/],
    ["NaN", /--missing-values/],
    ["Infinity", /--missing-values/],
    ["2024-01-05", /decimal number$/],
  ])("says why %j is none, and speaks of no flag that would not help", (cell, reason) => {
    for (const flags of ["", "--decimal-comma", "--thousands comma"]) {
      const refused = read(["1", cell, "2"], flags);
      expect(refused).toMatch(/^line 3: .* is not a finite decimal number/);
      expect(refused).toMatch(reason);
      expect(refused).not.toMatch(/--decimal-comma|--thousands/);
    }
  });

  it("refuses cells that no flags read together, and names two of them", () => {
    expect(read(["1.234,5", "7", "1,234.5"])).toMatch(
      /^line 4: "1,234\.5" is written in another way than .* "1\.234,5" on line 2/,
    );
    expect(read(["1.858", "12,5", "12.5"])).toMatch(/^line 4: "12\.5" .* "12,5" on line 3/);
  });

  it("never makes two numbers of one cell under one set of flags, and reads what numbers print as", () => {
    for (const value of [0, 1.5, 1234.5, 1234567, -98765.25, 0.001, 1e21, 5e-324]) {
      expect(read([String(value)])).toEqual([value]);
      expect(read([value.toLocaleString("en", { maximumFractionDigits: 3 })], "--thousands comma")).toEqual([
        Number(value.toFixed(3)),
      ]);
    }
  });
});
