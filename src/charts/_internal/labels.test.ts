import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LABEL_HEIGHT, spreadApart } from "./labels.js";

describe("spreadApart", () => {
  it("leaves alone what is apart already", () => {
    expect(spreadApart([100, 20, 60], 0, 200)).toEqual([100, 20, 60]);
  });

  it("keeps the order, a label's distance and the ends", () => {
    const heights = fc.array(fc.double({ min: 0, max: 400, noNaN: true }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(heights, (wanted) => {
        const places = spreadApart(wanted, 0, 400);
        const order = places.map((_, i) => i).sort((a, b) => places[a]! - places[b]!);
        for (const [i, index] of order.entries()) {
          expect(places[index]).toBeGreaterThanOrEqual(0);
          expect(places[index]).toBeLessThanOrEqual(400);
          if (i === 0) continue;
          expect(places[index]! - places[order[i - 1]!]!).toBeGreaterThanOrEqual(LABEL_HEIGHT - 1e-9);
          expect(wanted[index]).toBeGreaterThanOrEqual(wanted[order[i - 1]!]!);
        }
      }),
    );
  });
});
