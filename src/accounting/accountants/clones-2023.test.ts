import { describe, expect, it, test } from "vitest";
import type { MechanismEvent } from "../../privacy/index.js";
import { clonesApproximateEpsilon } from "../theorems/clones-approximate.js";
import { clones2023 } from "./clones-2023.js";

function epsilonOf(event: MechanismEvent, delta: number): number {
  return clones2023.epsilonAtDelta(event, { adjacency: "replace-one", delta }).epsilon.upper;
}

describe("reports that may fail", () => {
  it("spend less at a larger delta, where the best cohort is of some twenty users", () => {
    const of = { kind: "local", epsilon: 0.06995859896889989, delta: 2.531367256293711e-10 } as const;
    const round = { kind: "checkInShuffle", users: 137_039, checkInRate: 0.9073577022903503, of } as const;
    let before = Infinity;
    for (let delta = 5e-9; delta < 8e-9; delta *= 1.003) {
      const epsilon = epsilonOf(round, delta);
      expect(epsilon).toBeLessThanOrEqual(before);
      before = epsilon;
    }
  });

  it.each([
    { localEpsilon: 0.07, localDelta: 2.5e-10, delta: 6.05e-9 },
    { localEpsilon: 0.5, localDelta: 1e-9, delta: 3e-7 },
    { localEpsilon: 1, localDelta: 1e-8, delta: 3e-7 },
    { localEpsilon: 3, localDelta: 1e-7, delta: 5e-6 },
    { localEpsilon: 4.55, localDelta: 1e-7, delta: 4.96e-6 },
  ])("count on the cohort that is best of all: $localEpsilon, $localDelta, $delta", (given) => {
    const { localEpsilon, localDelta, delta } = given;
    const most = Math.floor(delta / localDelta) - 1;
    const figures = Array.from(
      { length: most },
      (_, others) => clonesApproximateEpsilon({ ...given, users: others + 1 }).upper,
    );
    const of = { kind: "local", epsilon: localEpsilon, delta: localDelta } as const;
    const least = Math.min(...figures);
    expect(epsilonOf({ kind: "shuffle", users: 1e6, of }, delta)).toBe(least);
    const few = 1 + Math.floor(figures.indexOf(least) / 2);
    expect(epsilonOf({ kind: "shuffle", users: few, of }, delta)).toBe(Math.min(...figures.slice(0, few)));
  });

  it("spend no more among many users than among a few of them, where others hide next to nothing", () => {
    const of = { kind: "local", epsilon: 9.815995617242699, delta: 3.512895628586492e-9 } as const;
    const figures = [58, 580, 5800, 58_000, 1e9].map((users) =>
      epsilonOf({ kind: "shuffle", users, of }, 3.690447311496069e-5),
    );
    expect(figures).toEqual(figures.toSorted((a, b) => b - a));
    expect(figures[0]).toBeLessThan(9.81596);
  });
});

test("a round of check-in by itself has no larger delta than two of them", () => {
  const of = { kind: "subsetResponse", epsilon: 1.6017758447723305, mass: 1e-9 } as const;
  const round: MechanismEvent = { kind: "checkInShuffle", users: 1, checkInRate: 0.004943378593268485, of };
  const [once, twice] = [1, 2].map((times) => {
    const event: MechanismEvent = { kind: "repeat", times, of: round };
    return clones2023.deltaAtEpsilon(event, { adjacency: "replace-one", epsilon: 0.0115 }).delta.upper;
  });
  expect(once).toBeLessThanOrEqual(twice!);
});
