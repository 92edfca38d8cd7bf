import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import Papa from "papaparse";
import { afterAll, describe, expect, it } from "vitest";
import { guessDelimiter } from "../../../../shared/analyze/input/guess-delimiter.js";
import { readTable } from "./read-table.js";

const folder = mkdtempSync(join(tmpdir(), "croupier-table-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function read(
  content: string | Uint8Array,
  columns: readonly string[],
  delimiter?: string,
): Promise<{ cells: string[][]; lines: number[]; delimiter: string }> {
  const file = join(folder, "table.csv");
  writeFileSync(file, content);
  const cells: string[][] = [];
  const lines: number[] = [];
  const { delimiter: taken } = await readTable({ file, columns, delimiter }, (record, line) => {
    cells.push([...record]);
    lines.push(line);
  });
  return { cells, lines, delimiter: taken };
}

describe("readTable", () => {
  it("gives any cells back, under each delimiter and line end, plain and gzipped", {
    tags: ["slow"],
  }, async () => {
    const cell = fc.string({ unit: "grapheme" }).filter((text) => !text.includes("\r"));
    const rows = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(
        rows,
        fc.constantFrom(",", ";", "\t", "|"),
        fc.constantFrom("\n", "\r\n", "\r"),
        fc.boolean(),
        fc.constantFrom("", "\ufeff"),
        async (cells, delimiter, newline, zipped, mark) => {
          const text =
            mark + Papa.unparse([["one", "two", "three"], ...cells], { delimiter, newline, quotes: true });
          const content = zipped ? gzipSync(text) : text;
          const found = await read(content, ["three", "one"], delimiter);
          expect(found.cells).toEqual(cells.map(([one, , three]) => [three, one]));
        },
      ),
      { numRuns: 60 },
    );
  });

  it("names the line on which a record begins, after fields of several lines", async () => {
    const { lines } = await read('a,b\n1,"x\n\ny"\n2,z\r\n3,"\r\n"\n4,w\n', ["a"]);
    expect(lines).toEqual([2, 5, 6, 8]);
  });

  it("takes blank lines at the end for none", async () => {
    expect((await read("a,b\n1,2\n\n \n\r\n", ["a"])).cells).toEqual([["1"]]);
    expect((await read("a\n1\n\n", ["a"])).cells).toEqual([["1"]]);
    expect((await read("a\n1\n \n\r\n\n", ["a"])).cells).toEqual([["1"]]);
    expect((await read("a\n1", ["a"])).cells).toEqual([["1"]]);
  });

  it("takes blank lines of a file of one column for records where an empty cell counts", async () => {
    const file = join(folder, "counted.csv");
    const lines: number[] = [];
    const counted = async (content: string): Promise<string[]> => {
      writeFileSync(file, content);
      const cells: string[] = [];
      await readTable({ file, columns: ["a"], blankIsRecord: true }, ([cell], line) => {
        cells.push(cell!);
        lines.push(line);
      });
      return cells;
    };
    expect(await counted("a\n\n1\n\n")).toEqual(["", "1", ""]);
    expect(lines).toEqual([2, 3, 4]);
    expect(await counted("a,b\n1,2\n\n")).toEqual(["1"]);
  });

  it("hands a blank line within a file of one column to the column, with its line", async () => {
    const file = join(folder, "within.csv");
    writeFileSync(file, "a\n1\n\n\n2\n");
    const failing = readTable({ file, columns: ["a"] }, ([cell], line) => {
      if (cell === "") throw new TypeError(`line ${line}`);
    });
    await expect(failing).rejects.toThrow(new TypeError("line 3"));
  });

  it.each([
    ["sep=;\na;b\n1;x,y\n", ";"],
    ["\ufeffSEP=|\r\na|b\r\n1|x,y\r\n", "|"],
    ['"sep=\t"\na\tb\n1\tx,y\n', "\t"],
    ["sep=,\na,b\n1,2\n", ","],
  ])("takes the separator from the first line of %j", async (content, delimiter) => {
    const { cells, lines, delimiter: taken } = await read(content, ["a"]);
    expect([cells, lines, taken]).toEqual([[["1"]], [3], delimiter]);
    await expect(read(content, ["c"])).rejects.toThrow(/line 2: the header has no column "c"/);
    await expect(read(content, ["a"], ":")).rejects.toThrow(/line 1: columns are separated by .* not by ":"/);
    expect((await read(content, ["a"], delimiter)).cells).toEqual([["1"]]);
  });

  it("takes no other first line for one that names the separator", async () => {
    for (const header of ["sep=", "sep=ab", "sep=x", "sep=;b", "a sep=;"]) {
      const { cells } = await read(`${header}\n1\n`, [header], "|");
      expect(cells).toEqual([["1"]]);
    }
  });

  it("finds a column whatever the spelling of its accents", async () => {
    const [composed, decomposed] = ["Gr\u00f6\u00dfe", "Gro\u0308\u00dfe"];
    expect((await read(`${composed},b\n1,2\n`, [decomposed])).cells).toEqual([["1"]]);
    expect((await read(`${decomposed};b\n1;2\n`, [composed])).cells).toEqual([["1"]]);
    await expect(read(`${composed},${decomposed}\n1,2\n`, [composed], ",")).rejects.toThrow(/twice/);
  });

  it("tells apart what it was told and what it guessed", async () => {
    const file = join(folder, "guessed.csv");
    const guessed = async (content: string, delimiter?: string): Promise<boolean> => {
      writeFileSync(file, content);
      return (await readTable({ file, columns: ["a"], delimiter }, () => {})).guessed;
    };
    expect(await guessed("a;b\n1;2\n")).toBe(true);
    expect(await guessed("a;b\n1;2\n", ";")).toBe(false);
    expect(await guessed("sep=;\na;b\n1;2\n")).toBe(false);
  });

  it("reads a file of many chunks, with fields across their ends", { tags: ["slow"] }, async () => {
    const rows = Array.from({ length: 20_000 }, (_, row) => [`${row}`, `\u00e9 "${row}",\n${row}`]);
    const { cells, lines } = await read(gzipSync(Papa.unparse([["a", "b"], ...rows], { newline: "\n" })), [
      "b",
      "a",
    ]);
    expect(cells).toEqual(rows.map(([a, b]) => [b, a]));
    expect(lines.at(-1)).toBe(2 + 2 * 19_999);
  });

  it.each([
    ["a,b\n1,2\n\n3,4\n", /line 3: the line is blank/],
    ["a,b\n1,2\n3\n", /line 3: the number of fields must be 2 as in the header, got 1/],
    ["a,b\n1,2\n3,1,858\n", /line 3: .* got 3; a cell that holds the delimiter stands in quotes/],
    ['a,b\n1,2\n"3"x,4\n5,6\n', /line 3: Trailing quote on quoted field is malformed/],
    ['a,b\n1,"2\n2"\n5,6\n"7,8\n', /line 5: Quoted field unterminated/],
    [`a,b\n1,2\n"3,4\n${"5,6\n".repeat(2 ** 21)}`, /line 3: The record is longer than 4 MiB/],
    [gzipSync("a,b\n1,2\n").subarray(0, 15), /unexpected end of file/],
    ["", /at least one record/],
    ["a,b\n\n\n", /at least one record/],
    ["a\n\n\n", /at least one record/],
    ["a\n1\n\n2\n", /line 3: the line is blank/],
  ])("refuses %#", { tags: ["slow"] }, async (content, fault) => {
    const refused = expect.objectContaining({
      code: "DATA_UNREADABLE",
      message: expect.stringMatching(fault),
    });
    await expect(read(content, ["a"])).rejects.toEqual(refused);
  });

  it("hands on an error of the caller as it is", async () => {
    const file = join(folder, "caller.csv");
    writeFileSync(file, "a\n1\n2\n");
    const failing = readTable({ file, columns: ["a"] }, () => {
      throw new TypeError("mine");
    });
    await expect(failing).rejects.toThrow(new TypeError("mine"));
  });
});

describe("guessDelimiter", () => {
  const guess = (text: string, columns: readonly string[], whole = true): string =>
    guessDelimiter({ text, whole }, columns);

  it.each([
    ["name,age\nx,3\n", ["age"], ","],
    ["name;age\nMeier, Hans;30\n", ["age"], ";"],
    ["age;income\n30;1,5\n31;2,5\n", ["income", "age"], ";"],
    ["name\tage\nMeier, Hans\t30\n", ["age"], "\t"],
    ["name|age\na;b|30\n", ["name"], "|"],
    ['"a;b",c\n1,2\n', ["a;b"], ","],
    ["a,b;c\n1,2;3\n", ["a"], ","],
    ["age\n30\n", ["age"], ","],
    ["share\n3,5\n4,5\n", ["share"], ";"],
    ["a,a\n1,2\n", ["a"], ","],
    ["x;y\n1;2\n", ["a"], ";"],
    ["a,b\n1,2\n3\n", ["a"], ","],
    ["a;b\n1;2\n\n", ["a"], ";"],
    ["", ["a"], ","],
  ])("of %j with the columns %j: %j", (text, columns, delimiter) => {
    expect(guess(text, columns)).toBe(delimiter);
  });

  it("leaves out a record that the sample cuts off", () => {
    expect(guess('a;b\n1;2\n3;"4', ["b"], false)).toBe(";");
  });

  it("refuses where two fit", () => {
    const refused = expect.objectContaining({ message: expect.stringMatching(/"," and ";" may both/) });
    expect(() => guess("age;b,age\n1;2,3\n", ["age"])).toThrow(refused);
  });
});
