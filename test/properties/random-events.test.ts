/**
 * A short form of `npm run fuzz`: random events, valid and not, extreme and not, through the functions of
 * accounting.
 */
import { expect, test } from "vitest";
import { faultsOf } from "../../scripts/fuzz/check-case.js";
import { faultsOfOrder } from "../../scripts/fuzz/check-order.js";
import { faultsOfGuarantees } from "../../scripts/fuzz/check-report.js";
import { caseOf } from "../../scripts/fuzz/random-cases.js";
import { shortAndLong } from "../short-and-long.js";

const CASES = 25;

for (const [cases, options] of shortAndLong([11, 12], (seed) => seed === 12)) {
  test.each(cases)("seed %i: every promise is kept", options, (seed) => {
    const faulty = Array.from({ length: CASES }, (_, index) => ({
      index,
      faults: faultsOf(caseOf(seed, index)),
    }));
    expect(faulty.filter(({ faults }) => faults.length > 0)).toEqual([]);
  });
}

test.each([21])("seed %i, numbers at which formulas change: every promise is kept", (seed) => {
  const faulty = Array.from({ length: CASES }, (_, index) => ({
    index,
    faults: faultsOf(caseOf(seed, index, "corners")),
  }));
  expect(faulty.filter(({ faults }) => faults.length > 0)).toEqual([]);
});

// Of each adjacency, seconds each: others take up to half a minute, which `npm run fuzz` has.
for (const [cases, options] of shortAndLong([6, 10, 11, 12, 16, 18], (_, place) => place % 3 > 0)) {
  test.each(cases)("unlike rounds, case %i: a sequence keeps to its parts", options, (index) => {
    expect(faultsOf(caseOf(5, index, "unlike"))).toEqual([]);
  });
}

test("a seed and a number give one case", () => {
  expect(JSON.stringify(caseOf(3, 5))).toBe(JSON.stringify(caseOf(3, 5)));
  expect(JSON.stringify(caseOf(3, 5))).not.toBe(JSON.stringify(caseOf(3, 6)));
});

const claim = {
  side: "upper",
  status: "proven",
  assumptions: [],
  method: "unshuffled",
  source: "somewhere",
  adjacency: "replace-one",
} as const;

test.each([
  [{ lower: 0, estimate: Number.NaN, upper: 1 }],
  [{ lower: 0.2, estimate: 0.1, upper: 0.3 }],
  [{ lower: 0, estimate: 2, upper: 1 }],
  [{ lower: -0, estimate: 0, upper: 1 }],
  [{ lower: 0, estimate: Infinity, upper: Infinity }],
])("the checks find %j", (epsilon) => {
  const report = { guarantees: [{ ...claim, delta: 0.1, epsilon }], notApplicable: [] };
  expect(faultsOfGuarantees(report, true)).toHaveLength(1);
});

test("the checks find a proven lower bound above a proven upper one", () => {
  const upper = { ...claim, delta: 0.1, epsilon: { lower: 0, estimate: 1, upper: 1 } };
  const lower = (end: number) => ({
    ...claim,
    delta: 0.1,
    side: "lower" as const,
    method: "cohort-lower" as const,
    epsilon: { lower: end, estimate: end, upper: end },
  });
  const faults = (end: number) =>
    faultsOfGuarantees({ guarantees: [upper, lower(end)], notApplicable: [] }, true);
  expect(faults(1)).toEqual([]);
  expect(faults(1.001)).toEqual(["cohort-lower 1.001 > unshuffled 1"]);
});

test("the checks find a method that says nothing, a failure inside of one, and figures in the wrong order", () => {
  const inside = {
    method: "pld",
    reason: "an internal error, please report it: undefined is not a function",
  } as const;
  const faults = faultsOfGuarantees({ guarantees: [], notApplicable: [inside] }, false);
  expect(faults).toContain("unshuffled says nothing");
  expect(faults.some((fault) => fault.startsWith("pld: reason"))).toBe(true);
  const at = (lower: number, upper: number) => [{ ...claim, bracket: { lower, estimate: upper, upper } }];
  expect(faultsOfOrder(["epsilon", "more noise"], at(0.9, 1), at(0.95, 1.1))).toEqual([]);
  expect(faultsOfOrder(["epsilon", "more noise"], at(1.2, 1.3), at(0.95, 1.1))).toHaveLength(1);
  const searched = (upper: number) =>
    at(0, upper).map((each) => ({ ...each, method: "transposition-pld" as const }));
  expect(faultsOfOrder(["epsilon", "more noise"], searched(1.1), searched(1))).toEqual([]);
  expect(faultsOfOrder(["epsilon", "more noise"], searched(1.4), searched(1))).toHaveLength(1);
});
