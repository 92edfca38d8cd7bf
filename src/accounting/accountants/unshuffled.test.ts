import { expect, it } from "vitest";
import { guarantees } from "../guarantees.js";

it("charges a rate that has lost its digits as a larger one", () => {
  const epsilonOf = (checkInRate: number): number =>
    guarantees(
      { kind: "checkInShuffle", users: 1e9, checkInRate, of: { kind: "local", epsilon: 0.3 } },
      { adjacency: "replace-one", delta: 1e-80, method: "unshuffled" },
    ).guarantees[0]!.epsilon.upper;
  expect(epsilonOf(5e-324)).toBe(epsilonOf(1e-300));
  expect(epsilonOf(1e-300)).toBeLessThanOrEqual(epsilonOf(1e-200));
});
