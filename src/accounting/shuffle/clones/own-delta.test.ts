import { expect, it } from "vitest";
import { ownDelta } from "./own-delta.js";

// d + (1 - d) (E - e) / (E + 1) as the sum of two doubles, by Python's decimal with 60 digits.
it.each([
  [1, 0, 0, 0.46211715726000974, 2.1916603238260928e-17],
  [2, 0, 1.5, 0.3465666451989976, -2.2023682726859763e-17],
  [0.25, 0, 0.125, 0.06605748014823522, 5.8884147885319505e-18],
  [8, 0, 0.5, 0.9991117509763013, 3.812487014658567e-17],
  [1, 0.001, 0.5, 0.28836148750832297, -9.710245753772866e-18],
  [3, 1e-9, 2.875, 0.11193041130747994, -4.5354495150256766e-18],
  [1e-9, 0, 0, 5e-10, -4.166666666666667e-29],
])("delta of a (%d, %d)-local report at epsilon %d is rounded up", (own, localDelta, epsilon, high, low) => {
  const delta = ownDelta(own, localDelta, epsilon);
  expect(delta - high).toBeGreaterThanOrEqual(low);
  expect(delta / high - 1).toBeLessThan(1e-13);
});

it("is that of the failures from the local epsilon on", () => {
  expect(ownDelta(1, 0.01, 1)).toBe(0.01);
  expect(ownDelta(1, 0, 7)).toBe(0);
});
