import { expect, it } from "vitest";
import type { Guarantee } from "../../../privacy/index.js";
import type { Accountant } from "../../accountant.js";
import type { Family } from "./families-of.js";
import { bestPartOf } from "./part.js";

const FAMILY: Family = {
  event: { kind: "local", epsilon: 1 },
  round: { kind: "report", report: { kind: "local", epsilon: 1 } },
  words: "a report",
};

/** A method with a proven epsilon from some delta on. */
function methodOf(method: "clones-2021" | "clones-2023", epsilonAt: (delta: number) => number | undefined) {
  const accountant: Pick<Accountant, "method" | "covers" | "epsilonAtDelta"> = {
    method,
    covers: [{ rounds: ["report"], reports: ["pureLocal"], adjacencies: ["replace-one"] }],
    epsilonAtDelta: (_, { delta }) => {
      const upper = epsilonAt(delta) ?? Number.POSITIVE_INFINITY;
      const status = epsilonAt(delta) === undefined ? "approximate" : "proven";
      return {
        method,
        side: "upper",
        status,
        delta,
        epsilon: { lower: 0, estimate: upper, upper },
      } as Guarantee;
    },
  };
  return accountant as Accountant;
}

const partOf = (...methods: readonly Accountant[]) => bestPartOf(methods, FAMILY, "replace-one");

it("a part without a figure at one share of delta is asked again at a larger one", () => {
  const part = partOf(methodOf("clones-2023", (delta) => (delta > 6e-6 ? 2 : undefined)));
  expect(part.epsilonAt(5e-6)).toBeUndefined();
  expect(part.epsilonAt(9e-6)?.epsilon.upper).toBe(2);
});

it("the best method is looked for again at a delta that is far off, whatever was asked before", () => {
  const part = partOf(
    methodOf("clones-2021", () => 3),
    methodOf("clones-2023", (delta) => (delta > 1e-9 ? 2 : 50)),
  );
  expect(part.epsilonAt(1e-6)?.epsilon.upper).toBe(2);
  expect(part.epsilonAt(1e-12)?.epsilon.upper).toBe(3);
  expect(part.epsilonAt(1e-6)?.epsilon.upper).toBe(2);
});
