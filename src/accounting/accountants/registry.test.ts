import { describe, expect, it } from "vitest";
import { ACCOUNTING_METHODS } from "../../privacy/index.js";
import { ROUND_ROWS } from "../rounds/kinds/registry.js";
import { REPORT_WORDS } from "../rounds/reports/registry.js";
import { accountants } from "./registry.js";

describe("the registry", () => {
  it("has each accountant under its own method's name", () => {
    const methods = accountants.map(({ method }) => method);
    expect([...methods].sort()).toEqual([...ACCOUNTING_METHODS].sort());
  });

  it("covers every kind of round and of report by some method, under some adjacency", () => {
    const rows = accountants.flatMap(({ covers }) => covers);
    for (const kind of Object.keys(ROUND_ROWS)) {
      expect(
        rows.filter(({ rounds }) => rounds.some((each) => each === kind)),
        kind,
      ).not.toEqual([]);
    }
    for (const kind of Object.keys(REPORT_WORDS)) {
      expect(
        rows.filter(({ reports }) => reports.some((each) => each === kind)),
        kind,
      ).not.toEqual([]);
    }
    for (const row of rows)
      expect(Object.values(row).every((list) => list === true || list.length > 0)).toBe(true);
  });
});
