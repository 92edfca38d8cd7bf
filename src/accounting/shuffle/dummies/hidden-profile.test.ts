import { describe, expect, it } from "vitest";
import { guarantees } from "../../guarantees.js";

describe("blocks among dummies that share a coin or a sample", () => {
  const QUERY = { adjacency: "replace-one", delta: 1e-5, method: "transposition-pld" } as const;
  const ROUND = {
    users: 1000,
    blocks: 16,
    dummies: 2000,
    of: { kind: "gaussian", noiseToClip: 2 },
  } as const;
  const whole = guarantees({ kind: "shuffle", ...ROUND }, QUERY).guarantees[0]!.epsilon.upper;

  // The coin of two users of a thousand adds nothing to speak of; 2 % are the bands' and the chords'.
  it.each([
    ["coin", { kind: "checkInShuffle", checkInRate: 0.999, ...ROUND }],
    ["sample", { kind: "subsampledShuffle", sampled: 999, ...ROUND }],
  ] as const)("spend all of them together where the %s nearly always says yes", (_, event) => {
    const { epsilon } = guarantees(event, QUERY).guarantees[0]!;
    expect(epsilon.upper).toBeGreaterThan(0.998 * whole);
    expect(epsilon.upper).toBeLessThan(1.02 * whole);
  });
});
