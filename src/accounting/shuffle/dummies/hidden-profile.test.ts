import { describe, expect, it } from "vitest";
import { guarantees } from "../../guarantees.js";
import { hiddenProfile } from "./hidden-profile.js";

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

it("bands lighter than all that is asked for add their blocks too", () => {
  const band = { dummies: 1, others: 3, rate: 1, isZeroSent: false } as const;
  const profile = (...weights: readonly number[]) =>
    hiddenProfile({
      radius: 0.4,
      blocks: 2,
      toZero: false,
      bands: weights.map((weight, i) => ({ ...band, others: 3 - i, weight })),
      leastDelta: 0.08,
    });
  const [alone, both] = [profile(1), profile(1, 1e-4)];
  expect(both[0]!.epsilon).toBeCloseTo(alone[0]!.epsilon, 6);
  expect(both[0]!.delta).toBeGreaterThan(alone[0]!.delta);
  expect(both[0]!.delta).toBeLessThan(alone[0]!.delta + 2e-4);
});
