import { describe, expect, it } from "vitest";
import { guarantees } from "../../accounting/index.js";
import { planColumns } from "./plan-columns.js";

describe("plans with dummies", () => {
  const columns = [
    { kind: "frequencies", column: "a", categories: ["no", "yes"] },
    { kind: "histogram", column: "b", edges: [0, 1, 2, 3] },
  ] as const;
  const budget = { users: 300, adjacency: "replace-one", delta: 1e-6 } as const;

  it.each([1, 2])("meet the target by a proven figure, with little to spare: %d columns", (count) => {
    const plan = planColumns({
      ...budget,
      columns: columns.slice(0, count),
      randomDummies: {},
      targetEpsilon: 0.5,
    });
    const [best] = guarantees(plan.event, budget).guarantees;
    expect(best).toMatchObject({
      status: "proven",
      method: "dummies-pld",
      assumptions: ["honest-shuffler-alone"],
    });
    expect(best!.epsilon.upper).toBeLessThanOrEqual(0.5);
    expect(best!.epsilon.upper).toBeGreaterThan(0.49);
    expect(best!.remark).toContain("no other user's honesty");
  });

  it("meet the least target that their columns have together, and the largest", { tags: ["slow"] }, () => {
    for (const targetEpsilon of [0.002, 50]) {
      const { event } = planColumns({ ...budget, columns, randomDummies: {}, targetEpsilon });
      const [best] = guarantees(event, budget).guarantees;
      expect(best).toMatchObject({ status: "proven", side: "upper" });
      expect(best!.epsilon.upper).toBeLessThanOrEqual(targetEpsilon);
    }
  });

  it("take the scale as it is given, and randomize reports where asked to", () => {
    const plan = planColumns({ ...budget, columns, randomDummies: { laplaceScale: 7 }, localEpsilon: 4 });
    expect(plan.columns.map(({ localEpsilon, dummies }) => [localEpsilon, dummies!.laplaceScale])).toEqual([
      [2, 7],
      [2, 7],
    ]);
    expect(plan.event).toMatchObject({ kind: "sequence", of: [{ kind: "dummyCounts", epsilon: 2 }, {}] });
  });

  it.each([
    [{ randomDummies: {} }, "randomDummies.laplaceScale must be given, or targetEpsilon"],
    [{ randomDummies: { laplaceScale: 2 }, targetEpsilon: 1 }, "randomDummies.laplaceScale must be given"],
    [{ randomDummies: { laplaceScale: 1e6 } }, "[0.02, 2000]"],
    [{ randomDummies: {}, targetEpsilon: 1e-5 }, "targetEpsilon must be a finite number in [0.002, 50]"],
    [
      { randomDummies: {}, targetEpsilon: 1, adjacency: "add-or-remove" },
      "adjacency must be replace-one or zero-out with dummies",
    ],
  ] as const)("refuse %o", (spent, words) => {
    expect(() => planColumns({ ...budget, columns, ...spent })).toThrow(words);
  });
});
