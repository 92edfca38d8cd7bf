import { expect, it } from "vitest";
import { guarantees } from "../guarantees.js";

it.each([1, 150, 1097, 8000])(
  "%i Gaussian releases of the least noise have their epsilon within half a per cent",
  (times) => {
    const event = { kind: "repeat", times, of: { kind: "gaussian", noiseMultiplier: 0.001 } } as const;
    const epsilonBy = (method: "pld" | "strong-composition" | "cohort-lower") =>
      guarantees(event, { adjacency: "zero-out", delta: 1e-6, method }).guarantees[0]!.epsilon;
    const { upper } = epsilonBy("strong-composition"); // a closed form
    expect(epsilonBy("pld").upper).toBeGreaterThan(upper * (1 - 1e-9));
    expect(epsilonBy("pld").upper).toBeLessThan(1.005 * upper);
    expect(epsilonBy("cohort-lower").lower).toBeLessThan(upper);
    expect(epsilonBy("cohort-lower").lower).toBeGreaterThan(0.995 * upper);
  },
);
