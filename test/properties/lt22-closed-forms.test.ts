import { expect, it } from "vitest";
import { closedFormOrder } from "../../experiments/lt22/_internal/closed-form-order.js";
import { guarantees } from "../../src/accounting/index.js";

// The text of docs/published-figures.md: with the clones of 2021 in closed form LT22's Figure 1b has the
// paper's order, and 18.82, 1.65 and 10.13 reverse it.
it("LT22's Figure 1b: the order of its lines is that of the clones' year", () => {
  const { generic, baseline } = closedFormOrder();
  expect(baseline).toBeCloseTo(1104.09, 1);
  expect(generic).toBeCloseTo(23.15, 1);
  const of = { kind: "gaussian", noiseMultiplier: 5 } as const;
  const round = { kind: "checkInShuffle", users: 60_000, checkInRate: 0.1, of } as const;
  const event = { kind: "repeat", times: 5540, of: round } as const;
  const gauss = guarantees(event, { adjacency: "zero-out", delta: 1e-5, method: "rdp-published" })
    .guarantees[0]!;
  expect(gauss.epsilon.upper).toBeCloseTo(10.13, 2);
  expect(gauss.epsilon.upper).toBeLessThan(generic);
  expect(generic).toBeLessThan(baseline);
});
