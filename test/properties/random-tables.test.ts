/**
 * A short form of the tables of `npm run fuzz`: as people write them, read as somebody reads them who knows
 * what they mean.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { checkTable } from "../../scripts/fuzz/tables/check-table.js";
import { followHint } from "../../scripts/fuzz/tables/follow-hint.js";
import { type NumberColumn, type RandomTable, tableOf } from "../../scripts/fuzz/tables/random-table.js";
import { shortAndLong } from "../short-and-long.js";

const TABLES = 100;

const folder = mkdtempSync(join(tmpdir(), "croupier-random-tables-"));
afterAll(() => rmSync(folder, { recursive: true }));
const check = (table: RandomTable): ReturnType<typeof checkTable> =>
  checkTable(join(folder, "table.csv"), table);

for (const [cases, options] of shortAndLong([11, 12], (seed) => seed === 11)) {
  test.each(cases)("seed %i: answers are right, and hints lead to them", options, async (seed) => {
    const faulty = [];
    let [hints, refused] = [0, 0];
    for (let index = 0; index < TABLES; index++) {
      const checked = await check(tableOf(seed, index));
      if (checked.faults.length > 0) faulty.push({ index, faults: checked.faults });
      hints += checked.hints;
      refused += Number(checked.outcome === "refused");
    }
    expect(faulty).toEqual([]);
    // Neither all tables that are easy, nor all that nobody can read.
    expect(hints).toBeGreaterThan(TABLES / 2);
    expect(refused).toBeLessThan(TABLES / 3);
  });
}

const column: NumberColumn = {
  name: "amount",
  task: "histogram",
  cells: [
    { text: "1,858", value: 1858 },
    { text: "2,000", value: 2000 },
  ],
  missing: 0,
  spoiled: undefined,
};
const nothing = { decimalComma: false, missingValues: [], missing: false };
const table: RandomTable = {
  content: new TextEncoder().encode('amount,id\n"1,858",1\n"2,000",2\n'),
  columns: [column],
  groupBy: undefined,
  users: 2,
  truth: { ...nothing, thousands: "comma" },
  first: nothing,
  misled: false,
};

test("an answer of other numbers than are meant is a fault", async () => {
  expect((await check(table)).faults).toEqual([]);
  const meant = {
    ...table,
    columns: [{ ...column, cells: [column.cells[0]!, { text: "2,000", value: 9000 }] }],
  };
  expect((await check(meant)).faults).not.toEqual([]);
  // Whoever gives a flag by mistake is told nothing, and no oracle knows better; the same flag as a hint is a
  // fault.
  const decimalComma = { ...table, first: { ...nothing, decimalComma: true } };
  expect((await check({ ...decimalComma, misled: true })).faults).toEqual([]);
  expect((await check(decimalComma)).faults).not.toEqual([]);
});

test("a hint that makes another number of the cell is a fault", () => {
  const old = 'line 2: "1,858" is not a finite decimal number; --decimal-comma reads such numbers';
  expect(followHint(old, table, nothing)).toHaveProperty("fault");
  expect(followHint(`${old} (this one as 1.858)`, table, nothing)).toHaveProperty("fault");
  expect(followHint(`${old} (this one as 1858)`, table, nothing)).toHaveProperty("flags.decimalComma", true);
});
