/** What no valid bound can show in these numbers of plays: docs/theorems/audit-guesses.md, Theorem 2. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { gaussianDelta, gaussianEpsilon } from "../../src/accounting/theorems/index.js";
import { audit, gameOf } from "../../src/auditing/index.js";
import { seededSource } from "../../src/random/index.js";

/** Where (1 + e^-epsilon delta(epsilon))^plays is 50: at 99 % confidence half of the bounds may be above. */
function limit(plays: number): number {
  let [low, high] = [0, 20];
  for (let step = 0; step < 60; step++) {
    const epsilon = (low + high) / 2;
    const extra = Math.exp(-epsilon) * gaussianDelta({ noiseMultiplier: 1, epsilon });
    if (plays * Math.log1p(extra) > Math.log(50)) low = epsilon;
    else high = epsilon;
  }
  return high;
}

describe("Gaussian noise at delta 1e-5", () => {
  const exact = gaussianEpsilon({ noiseMultiplier: 1, delta: 1e-5 });

  it.each([
    [1e5, "72 %", "3.163"],
    [1e6, "84 %", "3.685"],
  ])("in %d plays: %s of it at most", (plays, share, epsilon) => {
    expect(`${((100 * limit(plays)) / exact).toFixed(0)} %`).toBe(share);
    expect(limit(plays).toFixed(3)).toBe(epsilon);
    const text = readFileSync("docs/theorems/audit-guesses.md", "utf8");
    expect(text).toContain(share);
    expect(text).toContain(epsilon);
  });

  it("audits stay below what is possible, and reach three quarters of it (seeds 1 to 5)", async () => {
    const asked = { delta: 1e-5, adjacency: "zero-out" } as const;
    const bounds: number[] = [];
    for (const seed of [1, 2, 3, 4, 5]) {
      const { guarantee } = await audit(gameOf({ kind: "gaussian", noiseToClip: 1 }, asked), {
        ...{ ...asked, trials: 50_000, source: seededSource(seed) },
      });
      bounds.push(guarantee.epsilon.lower);
    }
    const median = bounds.sort((one, other) => one - other)[2]!;
    expect(median).toBeLessThan(limit(50_000));
    expect(median).toBeGreaterThan(0.75 * limit(50_000));
  });
});
