import { expect, it } from "vitest";
import { guarantees } from "../guarantees.js";

it.each([1, 2, 3, 100, 1_000_000])("scores of %i reports that all but never differ are numbers", (users) => {
  for (const rare of [0, 1e-16, 1.2e-16, 1e-15, 5e-15, 1e-14, 1e-13, 1e-10]) {
    const matrix = [
      [1 - rare, 0, rare],
      [0, 1 / 3, 2 / 3],
    ];
    const { guarantees: figures } = guarantees(
      { kind: "shuffle", users, of: { kind: "discreteChannel", matrix } },
      { adjacency: "replace-one", delta: 1e-6 },
    );
    const ends = figures.map(({ method, side, epsilon }) => ({ method, side, ...epsilon }));
    const lower = ends.find(({ method }) => method === "cohort-lower");
    expect(lower?.lower).toBeGreaterThan(0);
    for (const { side, upper } of ends)
      if (side === "upper") expect(upper).toBeGreaterThanOrEqual(lower!.lower);
  }
});
