import { CommanderError } from "commander";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DpError } from "../../../src/errors.js";
import { describeGuarantee } from "../../../src/privacy/describe-guarantee.js";
import { formatDown, formatNumber, formatUp } from "../../../src/privacy/format-number.js";
import type { Guarantee } from "../../../src/privacy/guarantee.js";
import { headlineGuarantees } from "../../shared/account/headline-guarantees.js";
import { formatTable } from "../../shared/words/format-table.js";
import { toJson } from "../../shared/words/to-json.js";
import { exitStatus } from "./exit-status.js";

const FIGURE: Guarantee = {
  side: "upper",
  status: "proven",
  assumptions: [],
  method: "rdp-poisson",
  source: "Somebody 2019, Theorem 9",
  adjacency: "replace-one",
  delta: 1e-5,
  epsilon: { lower: 0, estimate: 0.12341, upper: 0.12342 },
};

describe("formatNumber", () => {
  it.each([
    [0, "0"],
    [0.912345, "0.9123"],
    [1e-5, "1e-5"],
    [0.00012344, "1.234e-4"],
    [143.46543, "143.5"],
    [1869692.5, "1870000"],
    [Infinity, "infinity"],
    [-Infinity, "-infinity"],
  ])("%d is %s", (value, text) => expect(formatNumber(value)).toBe(text));
});

describe("formatUp", () => {
  it("never promises less than the figure, and at most a unit in the fourth digit more", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-12, max: 1e12, noNaN: true }), (value) => {
        const shown = Number(formatUp(value));
        expect(shown).toBeGreaterThanOrEqual(value);
        expect(shown).toBeLessThanOrEqual(value * 1.0021);
      }),
    );
    expect(formatUp(0.12341)).toBe("0.1235");
    expect(formatUp(0.1234)).toBe("0.1234");
    expect(formatUp(9.9991)).toBe("10");
    expect(formatUp(Number.MIN_VALUE)).toBe("5e-324");
    expect(formatUp(Number.MAX_VALUE)).toBe("infinity");
    expect(formatUp(Infinity)).toBe("infinity");
    expect(formatUp(0)).toBe("0");
  });
});

describe("formatDown", () => {
  it("never claims more than the figure, and at most a unit in the fourth digit less", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-300, max: 1e12, noNaN: true }), (value) => {
        const shown = Number(formatDown(value));
        expect(shown).toBeLessThanOrEqual(value);
        expect(shown).toBeGreaterThanOrEqual(value * 0.9989);
      }),
    );
    expect(formatDown(0.12349)).toBe("0.1234");
    expect(formatDown(1.0001)).toBe("1");
    expect(formatDown(Infinity)).toBe("infinity");
  });
});

describe("describeGuarantee", () => {
  it("says figure, neighbours, method, source and status", () => {
    expect(describeGuarantee(FIGURE)).toBe(
      "Proven: epsilon <= 0.1235 at delta = 1e-5, replace-one (rdp-poisson; Somebody 2019, Theorem 9).",
    );
  });

  it("spells a condition out", () => {
    const figure = { ...FIGURE, status: "conditional", assumptions: ["homogeneous-cohort"] } as const;
    expect(describeGuarantee(figure)).toMatch(/^Conditional: .* Only if every other user holds/);
  });

  it("names a refutation, and turns a lower bound round", () => {
    expect(describeGuarantee({ ...FIGURE, status: "refuted" })).toMatch(
      /^Refuted, a counterexample is known: /,
    );
    const lower = { ...FIGURE, side: "lower", epsilon: { lower: 0.5, estimate: 0.6, upper: 0.7 } } as const;
    expect(describeGuarantee(lower)).toContain("no epsilon below 0.5 can hold");
    const ofRenyi = { ...lower, status: "conditional", assumptions: ["renyi-accounting"] } as const;
    expect(describeGuarantee(ofRenyi)).toContain(
      "accounting by Renyi divergences shows no epsilon below 0.5 at",
    );
    expect(describeGuarantee(ofRenyi)).not.toContain("can hold");
  });
});

describe("headlineGuarantees", () => {
  it("keeps the best of each side and status", () => {
    const worse = { ...FIGURE, method: "pld-poisson" } as const;
    const conditional = { ...FIGURE, status: "conditional" } as const;
    const lower = { ...FIGURE, side: "lower" } as const;
    expect(headlineGuarantees([FIGURE, worse, conditional, lower])).toEqual([FIGURE, conditional, lower]);
  });
});

describe("formatTable", () => {
  it("aligns columns without trailing spaces", () => {
    const columns = [{ title: "epsilon", align: "right" }, { title: "method" }] as const;
    const rows = [
      ["1.5", "pld"],
      ["infinity", "unshuffled"],
    ];
    expect(formatTable(columns, rows)).toBe(" epsilon  method\n     1.5  pld\ninfinity  unshuffled");
  });
});

describe("toJson", () => {
  it("does not lose an infinite epsilon", () => {
    expect(toJson({ upper: Infinity, lower: -Infinity, estimate: 1 })).toBe(
      '{"upper":"Infinity","lower":"-Infinity","estimate":1}',
    );
  });
});

describe("exitStatus", () => {
  it.each([
    ["OUT_OF_RANGE", 2],
    ["BAD_INPUT", 2],
    ["NOT_APPLICABLE", 3],
    ["BUDGET_EXCEEDED", 3],
    ["DATA_UNREADABLE", 4],
    ["NOT_CONVERGED", 1],
    ["WORKER_DIED", 1],
    ["CANCELLED", 1],
  ] as const)("of %s is %d", (code, status) => expect(exitStatus(new DpError(code, "x"))).toBe(status));

  it("of bad usage is 2, of help 0, of a defect 1", () => {
    expect(exitStatus(new CommanderError(1, "commander.unknownOption", "x"))).toBe(2);
    expect(exitStatus(new CommanderError(0, "commander.helpDisplayed", "x"))).toBe(0);
    expect(exitStatus(new TypeError("x"))).toBe(1);
  });
});
