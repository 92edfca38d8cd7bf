/** Theorem B: against exact cohorts by quadrature, its terms written out, and Theorem A. */
import { describe, expect, it } from "vitest";
import { exactDelta } from "../../../../test/properties/dummy-quadrature.js";
import { gaussianDelta } from "../../theorems/gaussian.js";
import { dummiesDelta } from "./dummies-delta.js";
import { jointDelta } from "./joint-delta.js";

describe("dummies and others", () => {
  it.each(["replaced", "to-zero", "from-zero"] as const)(
    "%s: no cohort of one other user is above",
    { tags: ["slow"] },
    (changed) => {
      for (const radius of [0.3, 0.7]) {
        const [x0, x1] = { replaced: [1, -1], "to-zero": [1, 0], "from-zero": [0, 1] }[changed] as [
          number,
          number,
        ];
        for (const excess of [0, 0.2, 0.7]) {
          const bound = jointDelta({ changed, radius, dummies: 1, others: 1 }, excess);
          for (const other of [-1, 0, 1]) {
            const shuffled = (x: number) => [[1, [x * radius, other * radius, 0]]] as const;
            expect(exactDelta(shuffled(x0), shuffled(x1), 1 + excess)).toBeLessThan(bound + 1e-5);
          }
        }
      }
    },
  );

  it("many of both: between the trusted server's figure and Theorem A", () => {
    const [radius, dummies, others] = [0.2, 2000, 2000];
    for (const excess of [0, 0.01, 0.02]) {
      const joint = jointDelta({ changed: "replaced", radius, dummies, others }, excess);
      const alone = dummiesDelta({ changed: "replaced", radius, dummies }, excess);
      const noiseMultiplier = Math.sqrt(dummies + others + 1) / (2 * radius);
      const trusted = gaussianDelta({ epsilon: Math.log1p(excess), noiseMultiplier });
      expect(joint).toBeGreaterThan(trusted);
      expect(joint).toBeLessThan(alone);
    }
  });

  it("falls with dummies", () => {
    const deltas = [100, 400, 1600].map((dummies) =>
      jointDelta({ changed: "to-zero", radius: 0.3, dummies, others: 1000 }, 0.02),
    );
    expect([...deltas].sort((a, b) => b - a)).toEqual(deltas);
  });
});
