import stringWidth from "fast-string-width";
import { describe, expect, it } from "vitest";
import { formatTable } from "./format-table.js";

const COLUMNS = [
  { title: "epsilon", align: "right" },
  { title: "method" },
  { title: "source", wraps: true },
] as const;
const ROWS = [
  ["0.3387", "clones-2023", "Feldman, McMillan, Talwar 2023, Theorem 3.1"],
  ["34.01", "unshuffled", "Mironov 2017"],
];

describe("formatTable", () => {
  it("puts each row on one line where nothing limits it", () => {
    expect(formatTable(COLUMNS, ROWS)).toBe(
      [
        "epsilon  method       source",
        " 0.3387  clones-2023  Feldman, McMillan, Talwar 2023, Theorem 3.1",
        "  34.01  unshuffled   Mironov 2017",
      ].join("\n"),
    );
  });

  it("wraps the columns that may, each under its title", () => {
    expect(formatTable(COLUMNS, ROWS, 48)).toBe(
      [
        "epsilon  method       source",
        " 0.3387  clones-2023  Feldman, McMillan, Talwar",
        "                      2023, Theorem 3.1",
        "  34.01  unshuffled   Mironov 2017",
      ].join("\n"),
    );
  });

  it("counts wide characters as two columns and colours as none", () => {
    const table = formatTable(
      [{ title: "city" }, { title: "users", align: "right" }],
      [
        ["東京", "12"],
        ["\u001b[32mBern\u001b[0m", "7"],
      ],
    );
    expect(table.split("\n").map((line) => stringWidth(line))).toEqual([11, 11, 11]);
  });

  it("makes a block of each row where the table cannot be as narrow as the terminal", () => {
    expect(formatTable(COLUMNS, ROWS, 30)).toBe(
      [
        "epsilon  0.3387",
        "method   clones-2023",
        "source   Feldman, McMillan,",
        "         Talwar 2023, Theorem",
        "         3.1",
        "",
        "epsilon  34.01",
        "method   unshuffled",
        "source   Mironov 2017",
      ].join("\n"),
    );
  });

  it.each([200, 80, 60, 48, 40, 30])("is no wider than %d columns, whatever is in it", (width) => {
    const wide = ROWS.map(([epsilon, method]) => [
      epsilon!,
      method!,
      `${"東京 ".repeat(20)}\u001b[1m🙂 bold\u001b[0m`,
    ]);
    for (const line of formatTable(COLUMNS, wide, width).split("\n")) {
      expect(stringWidth(line)).toBeLessThanOrEqual(width);
    }
  });

  it("takes many rows", { tags: ["slow"] }, () => {
    const rows = Array.from({ length: 200_000 }, (_, i) => [String(i)]);
    expect(formatTable([{ title: "n" }], rows).length).toBeGreaterThan(1e6);
  });
});
