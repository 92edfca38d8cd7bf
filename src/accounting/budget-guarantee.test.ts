import { describe, expect, it } from "vitest";
import type { Guarantee } from "../privacy/index.js";
import { budgetGuarantee } from "./budget-guarantee.js";
import type { GuaranteesReport } from "./guarantees.js";

function figure(method: Guarantee["method"], differences: Partial<Guarantee> = {}): Guarantee {
  return {
    side: "upper",
    status: "proven",
    assumptions: [],
    method,
    source: "a theorem",
    adjacency: "replace-one",
    delta: 1e-5,
    epsilon: { lower: 1, estimate: 1, upper: 1 },
    ...differences,
  };
}

const report = (...guarantees: Guarantee[]): GuaranteesReport => ({
  guarantees,
  notApplicable: [{ method: "pld", reason: "it declines" }],
});

describe("what a budget is measured by", () => {
  const conditional = figure("rdp-exact", { status: "conditional" });
  const approximate = figure("pld", { status: "approximate" });
  const lower = figure("gdd21-lower", { side: "lower" });

  it("is the first proven upper bound, whatever stands before it", () => {
    const proven = figure("clones-2023");
    const found = budgetGuarantee(report(conditional, approximate, lower, proven, figure("unshuffled")));
    expect(found).toBe(proven);
  });

  it("is nothing where nothing is proven", () => {
    for (const others of [[], [conditional], [approximate], [lower], [conditional, approximate, lower]]) {
      expect(() => budgetGuarantee(report(...others))).toThrow(
        expect.objectContaining({
          code: "NOT_APPLICABLE",
          message: expect.stringContaining("no proven upper bound applies (pld: it declines)"),
        }),
      );
    }
  });

  it("is the named method's upper bound, of whatever status, and of no other method", () => {
    expect(budgetGuarantee(report(figure("clones-2023"), conditional), "rdp-exact")).toBe(conditional);
    expect(() => budgetGuarantee(report(lower), "gdd21-lower")).toThrow(/no gdd21-lower upper bound/);
    expect(() => budgetGuarantee(report(conditional), "blanket")).toThrow(/no blanket upper bound/);
  });
});
