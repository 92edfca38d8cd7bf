import { describe, expect, it } from "vitest";
import { shortAndLong } from "../../../test/short-and-long.js";
import { gaussianPrivacyLoss } from "../../pld/gaussian-privacy-loss.js";
import { type ProfilePoint, profilePair } from "../../pld/pairs/profile-pair.js";
import { PrivacyLossDistribution } from "../../pld/privacy-loss-distribution.js";
import type { MechanismEvent } from "../../privacy/index.js";
import { clonesPrivacyLoss } from "../shuffle/clones/clones-privacy-loss.js";
import { clones2023Epsilon } from "../theorems/clones-2023.js";
import { gaussianEpsilon } from "../theorems/gaussian.js";
import { blanket } from "./blanket.js";
import { clones2023Pld } from "./clones-2023-pld.js";
import { cohortLower } from "./cohort-lower.js";
import { liew22Generic } from "./liew22-generic.js";
import { pld } from "./pld.js";

/** 60 points of a profile, deltas falling geometrically. */
function profileOf(epsilonAt: (delta: number) => number): ProfilePoint[] {
  return Array.from({ length: 60 }, (_, i) => {
    const delta = 0.4 * (1e-11 / 0.4) ** (i / 59);
    return { epsilon: epsilonAt(delta), delta };
  });
}

describe("a pair known by its profile", () => {
  it.each([1, 10, 100])("bounds the Gaussian it came from, closely, over %i rounds", (rounds) => {
    const pair = profilePair(profileOf((delta) => gaussianEpsilon({ delta, noiseMultiplier: 3 })));
    const hull = PrivacyLossDistribution.of(pair).compose(rounds).epsilonAtDelta(1e-5);
    const exact = gaussianPrivacyLoss({ noiseMultiplier: 3 }).compose(rounds).epsilonAtDelta(1e-5);
    expect(hull.upper).toBeGreaterThanOrEqual(exact.lower);
    expect(hull.upper).toBeLessThan(1.02 * exact.upper);
  });

  it.each([1, 7, 60])("bounds the clones pair it came from over %i rounds", { tags: ["slow"] }, (rounds) => {
    const reports = { localEpsilon: 1.5, users: 2000 };
    const pair = profilePair(profileOf((delta) => clones2023Epsilon({ ...reports, delta }).upper));
    const hull = PrivacyLossDistribution.of(pair).compose(rounds).epsilonAtDelta(1e-6);
    const exact = clonesPrivacyLoss(reports).compose(rounds).epsilonAtDelta(1e-6);
    expect(hull.upper).toBeGreaterThanOrEqual(exact.lower);
    expect(hull.upper).toBeLessThan(1.05 * exact.upper);
  });

  it.each([1, 5540])("has the same figure in both directions over %i rounds", (rounds) => {
    const symmetric = profilePair(
      profileOf((delta) => 0.01 * gaussianEpsilon({ delta, noiseMultiplier: 3 })),
    );
    const [one, both] = [symmetric, { ...symmetric, symmetric: false }].map((pair) =>
      PrivacyLossDistribution.of(pair).compose(rounds).epsilonAtDelta(1e-6),
    );
    // But for what their masses round: Q's more.
    expect(one!.upper / both!.upper).toBeCloseTo(1, 6);
    expect(one!.lower / both!.lower).toBeCloseTo(1, 4);
  });

  it("would promise too much if heights were rounded down to the next point", () => {
    const points = profileOf((delta) => gaussianEpsilon({ delta, noiseMultiplier: 3 }));
    const shifted = points.slice(1).map(({ delta }, i) => ({ epsilon: points[i]!.epsilon, delta }));
    const mutant = PrivacyLossDistribution.of(profilePair(shifted)).compose(10).epsilonAtDelta(1e-5);
    const exact = gaussianPrivacyLoss({ noiseMultiplier: 3 }).compose(10).epsilonAtDelta(1e-5);
    expect(mutant.upper).toBeLessThan(exact.lower);
  });
});

describe("clones-2023-pld", () => {
  const delta = 1e-5;
  const query = { adjacency: "replace-one", delta } as const;
  const gaussian = (noiseMultiplier: number): MechanismEvent => ({ kind: "gaussian", noiseMultiplier });
  const rounds = (times: number, of: MechanismEvent): MechanismEvent => ({ kind: "repeat", times, of });
  const checkIn = (sigma: number): MechanismEvent => ({
    kind: "checkInShuffle",
    users: 60_000,
    checkInRate: 0.1,
    of: gaussian(sigma),
  });

  for (const [cases, options] of shortAndLong(
    [
      [5540, 2.5],
      [700, 1],
    ],
    (_, place) => place > 0,
    { tags: ["slow"] },
  )) {
    it.each(cases)(
      "stays between the exact pair and the Renyi route, %i check-in rounds at sigma %f",
      options,
      (times, sigma) => {
        const event = rounds(times, checkIn(sigma));
        const { epsilon, status } = clones2023Pld.epsilonAtDelta(event, query);
        expect(status).toBe("proven");
        expect(epsilon.upper).toBeLessThan(liew22Generic.epsilonAtDelta(event, query).epsilon.upper);
        expect(epsilon.upper).toBeGreaterThan(pld.epsilonAtDelta(event, query).epsilon.lower);
      },
    );
  }

  for (const [cases, options] of shortAndLong([20_000, 574_044], (users) => users > 20_000, {
    tags: ["slow"],
  })) {
    it.each(cases)("of %i numbers with little noise, is near to the blanket far out", options, (users) => {
      const event: MechanismEvent = {
        kind: "shuffle",
        users,
        of: { kind: "gaussianScalar", noiseToWidth: 0.3071229921522235 },
      };
      const [one, other] = [clones2023Pld, blanket].map(
        (accountant) => accountant.epsilonAtDelta(event, { adjacency: "zero-out", delta: 1.7e-12 }).epsilon,
      );
      expect(one!.upper).toBeLessThan(other!.upper * 1.04);
      expect(one!.upper).toBeGreaterThan(other!.upper * 0.98);
    });
  }

  it.each([6, 11])("of %i numbers that seldom check in, is near to what some cohort spends", (users) => {
    const of: MechanismEvent = { kind: "laplaceScalar", noiseToWidth: 10.31 };
    const event: MechanismEvent = {
      kind: "repeat",
      times: 32,
      of: { kind: "checkInShuffle", users, checkInRate: 0.0562, of },
    };
    const query = { adjacency: "replace-one", delta: 1.5e-12 } as const;
    const { upper } = clones2023Pld.epsilonAtDelta(event, query).epsilon;
    const { lower } = cohortLower.epsilonAtDelta(event, query).epsilon;
    expect(upper).toBeGreaterThan(lower);
    expect(upper).toBeLessThan(1.06 * lower);
  });

  it("counts the noise half under zero-out, where users' records may lie twice as far apart", () => {
    const at = (adjacency: "replace-one" | "zero-out", sigma: number): number =>
      clones2023Pld.epsilonAtDelta(rounds(10, checkIn(sigma)), { adjacency, delta }).epsilon.upper;
    expect(at("zero-out", 6)).toBe(at("replace-one", 3));
  });

  it.each<[number, MechanismEvent, number, number]>([
    [
      6000,
      { kind: "subsampledShuffle", users: 60_000, sampled: 2000, of: { kind: "local", epsilon: 2 } },
      1e-5,
      0.6477,
    ],
    [
      1e5,
      { kind: "subsampledShuffle", users: 1e6, sampled: 1000, of: { kind: "local", epsilon: 2 } },
      1e-8,
      0.152,
    ],
    [
      1200,
      { kind: "subsampledShuffle", users: 60_000, sampled: 10_000, of: { kind: "local", epsilon: 1.5 } },
      1e-5,
      0.4217,
    ],
  ])("GDD21's settings: %i rounds", (times, of, at, expected) => {
    const { epsilon } = clones2023Pld.epsilonAtDelta(rounds(times, of), { ...query, delta: at });
    expect(epsilon.upper).toBeGreaterThan(0.995 * expected);
    expect(epsilon.upper).toBeLessThan(1.005 * expected);
  });

  it.each<[MechanismEvent]>([
    [rounds(50, checkIn(3))],
    [{ kind: "shuffle", users: 500, of: { kind: "local", epsilon: 1 } }],
  ])("delta inverts epsilon, about", { tags: ["slow"] }, (event) => {
    const { epsilon } = clones2023Pld.epsilonAtDelta(event, query);
    const { delta: back } = clones2023Pld.deltaAtEpsilon(event, {
      adjacency: "replace-one",
      epsilon: epsilon.upper,
    });
    expect(back.upper).toBeGreaterThan(0.5 * delta);
    expect(back.upper).toBeLessThan(1.5 * delta);
  });

  it("says what it does not cover", () => {
    const refused = (event: MechanismEvent, adjacency: "add-or-remove" | "zero-out"): unknown => {
      try {
        return clones2023Pld.epsilonAtDelta(event, { adjacency, delta });
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(refused(gaussian(1), "zero-out")).toContain("not a report by itself");
    expect(refused(checkIn(1), "add-or-remove")).toContain("the number of reports is public");
    const noisy: MechanismEvent = {
      kind: "shuffle",
      users: 9,
      of: { kind: "local", epsilon: 1, delta: 1e-9 },
    };
    expect(refused(noisy, "zero-out")).toContain("pure local");
  });
});

it.each([411_300, 1_000_000, 1_371_000])(
  "finds a lattice for %i users whose rare losses need a window of many deviations",
  { tags: ["slow"] },
  (users) => {
    const of = { kind: "subsetResponse", epsilon: 8.28, mass: 0.01189, overlap: 0.0111 } as const;
    const round = { kind: "checkInShuffle", users, checkInRate: 0.0010467, of } as const;
    const query = { adjacency: "zero-out", delta: 3.876e-4 } as const;
    const { epsilon } = clones2023Pld.epsilonAtDelta({ kind: "repeat", times: 7359, of: round }, query);
    expect(epsilon.upper).toBeLessThan(7); // by basic composition thousands
  },
);

describe("rare losses of 0.5 to 5 beside many of 1e-3", () => {
  const round = {
    kind: "shuffle",
    users: 1e12,
    of: { kind: "gaussianScalar", noiseToWidth: 0.48838793057629176 },
  } as const;
  const repeated = (times: number) => ({ kind: "repeat", times, of: round }) as const;
  const QUERY = { adjacency: "zero-out", delta: 9.305888526854239e-12 } as const;

  const deltaAt = (event: MechanismEvent, epsilon: number): number =>
    clones2023Pld.deltaAtEpsilon(event, { adjacency: "zero-out", epsilon }).delta.upper;

  it("add up to a delta of 2, 4 or 20 times one round's, between near ends", {
    tags: ["slow", "long"],
  }, () => {
    const one = deltaAt(round, 0.1);
    for (const times of [2, 4, 20]) {
      const all = deltaAt(repeated(times), 0.1);
      expect(all / (times * one)).toBeGreaterThan(0.99);
      expect(all / (times * one)).toBeLessThan(1.01);
    }
  });

  it("cost little as long as they are rarer than delta, and more with every round", {
    tags: ["slow", "long"],
  }, () => {
    const epsilons = [1, 2, 3, 4, 5, 6, 10, 20].map(
      (times) => clones2023Pld.epsilonAtDelta(repeated(times), QUERY).epsilon.upper,
    );
    expect(epsilons).toEqual(epsilons.toSorted((a, b) => a - b));
    expect(epsilons[3]).toBeLessThan(0.013);
    const ofFive = epsilons[4]!;
    const one = deltaAt(round, ofFive);
    expect((5 * one) / QUERY.delta).toBeGreaterThan(0.98); // failures take a hundredth
    expect((5 * one) / QUERY.delta).toBeLessThan(1.01);
  });
});

it("is zero where the rounds' deltas at 0 add up to less than delta, however small the losses are beside their rounding", {
  tags: ["slow"],
}, () => {
  for (const epsilon of [1e-2, 1e-5, 1e-9]) {
    const of = { kind: "subsetResponse", epsilon, mass: 0.657, overlap: 0.542 } as const;
    const round = { kind: "checkInShuffle", users: 9e15, checkInRate: 1.95e-4, of } as const;
    const event = { kind: "repeat", times: 2031, of: round } as const;
    const { epsilon: found } = clones2023Pld.epsilonAtDelta(event, { adjacency: "zero-out", delta: 3.34e-7 });
    expect(found.upper).toBe(0);
  }
});
