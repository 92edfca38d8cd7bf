import { describe, expect, it } from "vitest";
import { logBinomialMass } from "../../numerics/log-binomial-mass.js";
import { ADJACENCIES, type Adjacency, type MechanismEvent } from "../../privacy/index.js";
import { deltas } from "../deltas.js";
import { guarantees } from "../guarantees.js";
import { renyiDivergences } from "../renyi-divergences.js";
import { checkInCounts } from "../rounds/check-in-counts.js";
import { clones2023Delta, clones2023Epsilon } from "../theorems/clones-2023.js";
import { boundRound } from "./round-bound.js";

const reports: readonly MechanismEvent[] = [
  { kind: "local", epsilon: 1 },
  { kind: "randomizedResponse", epsilon: 1, categories: 2 },
];
const wraps: readonly ((of: MechanismEvent) => MechanismEvent)[] = [
  (of) => of,
  (of) => ({ kind: "randomAllocation", steps: 2, of }),
  (of) => ({ kind: "weightShuffle", dimension: 10, batchClipRatio: 1, of }),
  (of) => ({ kind: "repeat", times: 3, of }),
  (of) => ({ kind: "shuffle", users: 1, of }),
];
const sampled: readonly ((of: MechanismEvent) => MechanismEvent)[] = [
  (of) => ({ kind: "poissonSample", rate: 0.25, of }),
  (of) => wraps[2]!({ kind: "poissonSample", rate: 0.25, of }),
];

function answersAbout(event: MechanismEvent, adjacency: Adjacency): string[] {
  return [
    ...guarantees(event, { adjacency, delta: 1e-5 }).guarantees,
    ...deltas(event, { adjacency, epsilon: 0.36 }).guarantees,
    ...renyiDivergences(event, { adjacency, orders: [2] }).guarantees,
  ].map(({ method }) => method);
}

describe("a report that may not be sent", () => {
  it.each(reports.flatMap((of) => wraps.map((wrap) => wrap(of))))(
    "has no figure under add-or-remove, whose neighbours differ by it: %j",
    (event) => {
      expect(answersAbout(event, "add-or-remove")).toEqual([]);
    },
  );

  // zero-out, rate q: the laws are (1 - q) nothing + q RR(0) and (1 - q) nothing + q RR(1), so delta(e) = q
  // (truth - e^e lie) = 0.086 at 0.36, where log(1 + q (e - 1)) = 0.357 would promise 0
  it.each(reports.flatMap((of) => sampled.map((sample) => sample(of))))(
    "hides nothing of the Poisson sample that it is drawn into: %j",
    (event) => {
      for (const adjacency of ADJACENCIES) expect(answersAbout(event, adjacency)).toEqual([]);
    },
  );

  it("is amplified where a noisy sum hides who was sampled", () => {
    const event: MechanismEvent = {
      kind: "poissonSample",
      rate: 0.25,
      of: { kind: "gaussian", noiseMultiplier: 4 },
    };
    expect(answersAbout(event, "add-or-remove")).toContain("strong-composition");
  });
});

describe("a check-in round", () => {
  it.each([
    [12_000, 0.2, 1e-5, [0.05]],
    [4000, 0.2, 1e-5, [0.05, 0.2, 0.45, 0.7, 0.88, 0.96]],
    [600, 0.05, 1e-3, [0.05, 0.2, 0.45, 0.7, 0.88, 0.96]],
  ])(
    "of %d users at rate %d pays for unusual numbers of participants out of delta %d, by the best of the shares %j",
    (users, rate, delta, shares) => {
      const event: MechanismEvent = { kind: "checkInShuffle", users, checkInRate: rate, of: reports[0]! };
      const [figure] = guarantees(event, {
        adjacency: "replace-one",
        delta,
        method: "clones-2023",
      }).guarantees;
      // An eighth power of two up to half a share of delta on each side for the counts; the rest of delta,
      // divided by the rate, for the reports that are sent.
      const expected = shares.map((share) => {
        const tail = 2 ** (Math.floor(8 * Math.log2((share * delta) / 2)) / 8);
        const { minReports, inclusionRate } = checkInCounts(users, rate, tail).shuffled;
        const spent = ((1 - share) * delta) / inclusionRate;
        const { upper } = clones2023Epsilon({ localEpsilon: 1, users: minReports, delta: spent });
        return Math.log1p(inclusionRate * Math.expm1(upper));
      });
      expect(figure!.epsilon.upper / Math.min(...expected)).toBeCloseTo(1, 6);
    },
  );

  it("has no smaller epsilon at a larger delta where the share of fewer users is smaller", {
    tags: ["slow"],
  }, () => {
    const of: MechanismEvent = { kind: "local", epsilon: 0.02697541905600044, delta: 2.4767268708901465e-10 };
    const event: MechanismEvent = { kind: "checkInShuffle", users: 367, checkInRate: 0.8092762441960453, of };
    for (const method of ["strong-composition", "clones-2023"] as const) {
      const epsilons = Array.from({ length: 40 }, (_, i) => {
        const asked = { adjacency: "replace-one", delta: 1.5e-7 * 1.05 ** i, method } as const;
        return guarantees(event, asked).guarantees[0]!.epsilon.upper;
      });
      expect(epsilons.slice(1).every((epsilon, i) => epsilon <= epsilons[i]!)).toBe(true);
    }
  });

  it("counts on nearly as many reports as all of its deltas have where they are 10^10 and more", () => {
    const [users, rate, delta] = [3e11, 0.2, 1e-9];
    const event: MechanismEvent = { kind: "checkInShuffle", users, checkInRate: rate, of: reports[0]! };
    const asked = { adjacency: "replace-one", delta, method: "clones-2023" } as const;
    const { minReports, inclusionRate } = checkInCounts(
      users,
      rate,
      2 ** (Math.floor(8 * Math.log2(delta / 40)) / 8),
    ).shuffled;
    const spent = (0.95 * delta) / inclusionRate;
    const { upper } = clones2023Epsilon({ localEpsilon: 1, users: minReports, delta: spent });
    const exact = Math.log1p(inclusionRate * Math.expm1(upper));
    const figure = guarantees(event, asked).guarantees[0]!.epsilon.upper;
    expect(figure).toBeGreaterThanOrEqual(exact * (1 - 1e-9));
    expect(figure).toBeLessThan(exact * 1.0001);
  });

  describe("of 60 users, beside the mean over all numbers of reports", () => {
    const [users, rate, localEpsilon] = [60, 0.3, 1];
    const event: MechanismEvent = { kind: "checkInShuffle", users, checkInRate: rate, of: reports[0]! };
    const asked = { adjacency: "replace-one", method: "clones-2023" } as const;
    const epsilonAt = (delta: number): number =>
      guarantees(event, { ...asked, delta }).guarantees[0]!.epsilon.upper;

    function meanDelta(epsilon: number): number {
      return Array.from({ length: users }, (_, i) => i + 1).reduce((sum, count) => {
        const share = count / users;
        const before = Math.log1p(Math.expm1(epsilon) / share);
        const probability = Math.exp(
          logBinomialMass(count, users, { probability: rate, complement: 1 - rate }),
        );
        return (
          sum + probability * share * clones2023Delta({ localEpsilon, users: count, epsilon: before }).lower
        );
      }, 0);
    }

    it.each([1e-12, 0.02, 0.1, 0.2, 0.8])(
      "has no smaller delta at %d, and hardly a larger one than epsilon says",
      (epsilon) => {
        const { upper } = deltas(event, { ...asked, epsilon }).guarantees[0]!.delta;
        expect(upper).toBeGreaterThan(meanDelta(epsilon));
        if (upper > 1e-3) expect(epsilonAt(0.999 * upper)).toBeGreaterThan(epsilon);
        expect(epsilonAt(1.15 * upper)).toBeLessThanOrEqual(epsilon * (1 + 1e-9)); // it tries fewer shares
      },
    );

    it.each([1e-40, 1e-12, 1e-9, 3e-7, 1e-4, 0.02, 0.09])("has no smaller epsilon at delta %d", (delta) => {
      expect(meanDelta(epsilonAt(delta))).toBeLessThan(delta);
    });
  });

  it("pays for unusual numbers on both sides where delta is asked for", () => {
    const [users, rate] = [2000, 0.3];
    // Half of a share of 0.01 on each side, down to an eighth power of two: a total that is tried.
    const tail = 2 ** (Math.floor(8 * Math.log2((0.05 * 0.01) / 2)) / 8);
    const { minReports } = checkInCounts(users, rate, tail).shuffled;
    const round = {
      kind: "checkInShuffle",
      users,
      samplingRate: rate,
      report: { kind: "local", epsilon: 1 },
    } as const;
    const { deltaAtEpsilon } = boundRound(round, "replace-one", (_report, reports) => {
      const delta = reports >= minReports ? 0 : 1;
      const nothing = { lower: 0, estimate: 0, upper: 0 };
      return {
        epsilonAtDelta: () => nothing,
        deltaAtEpsilon: () => ({ lower: delta, estimate: delta, upper: delta }),
        assumptions: ["honest-shuffler"],
        source: "reports that hide each other from a number on",
      };
    });
    const { lower, upper } = deltaAtEpsilon!(0.5);
    expect(upper).toBeGreaterThanOrEqual(2 * tail);
    expect(upper).toBeLessThan(2 * tail * 1.0001);
    expect(lower).toBeLessThanOrEqual(2 * tail);
  });

  it("spends most of a small delta on unusual numbers of reports where each of them is dear", () => {
    const event = { kind: "checkInShuffle", users: 60, checkInRate: 0.3, of: reports[0]! } as const;
    const asked = { adjacency: "replace-one", method: "clones-2023", epsilon: 0.8 } as const;
    // With totals of two decades apart 4.6e-8.
    expect(deltas(event, asked).guarantees[0]!.delta.upper).toBeLessThan(5e-9);
  });

  it.each(["clones-2021-numerical", "clones-2023"] as const)(
    "costs no more than two by %s where a second report is next to impossible",
    (method) => {
      const of = { kind: "subsetResponse", epsilon: 1.5e-12, mass: 0.005, overlap: 0.0036 } as const;
      const round = { kind: "checkInShuffle", users: 723, checkInRate: 1e-12, of } as const;
      const deltaOf = (event: MechanismEvent): number =>
        deltas(event, { adjacency: "zero-out", method, epsilon: 0 }).guarantees[0]!.delta.upper;
      const twice = deltaOf({ kind: "repeat", times: 2, of: round });
      expect(deltaOf(round)).toBeLessThanOrEqual(twice);
    },
  );
});

it.each([
  ["strong-composition", 1e-3, { kind: "local", epsilon: 0.3 }],
  ["advanced-composition", 0.5, { kind: "local", epsilon: 0.3 }],
  ["strong-composition", 0.5, { kind: "randomizedResponse", epsilon: 2, categories: 2 }],
  ["clones-2023", 1e-6, { kind: "local", epsilon: 8 }],
  ["blanket", 0.01, { kind: "local", epsilon: 6 }],
] as const)("one check-in round costs no more among more users: %s at delta %d", (method, delta, of) => {
  const epsilonOf = (users: number): number =>
    guarantees(
      { kind: "checkInShuffle", users, checkInRate: 0.5, of },
      { adjacency: "replace-one", delta, method },
    ).guarantees[0]!.epsilon.upper;
  let least = Infinity;
  for (let users = 1900; users < 2600; users += 49) {
    const epsilon = epsilonOf(users);
    expect(epsilon).toBeLessThanOrEqual(least * 1.001);
    least = Math.min(least, epsilon);
  }
});

it("one check-in round's delta next to one is no larger than that of two", () => {
  const round = {
    kind: "checkInShuffle",
    users: 1,
    checkInRate: 0.7234659719435894,
    of: { kind: "laplaceScalar", noiseToWidth: 0.1 },
  } as const;
  const deltaOf = (times: number): number =>
    deltas(
      { kind: "repeat", times, of: round },
      { adjacency: "zero-out", epsilon: 0.053357377879853965, method: "clones-2023" },
    ).guarantees[0]!.delta.upper;
  expect(deltaOf(1)).toBeLessThanOrEqual(deltaOf(2));
});

describe("the share of a check-in round's delta that pays for unusual numbers", () => {
  const epsilonsAsked = (users: number, isHidden: boolean): number => {
    let asked = 0;
    const round = {
      kind: "checkInShuffle",
      users,
      samplingRate: 0.5,
      report: { kind: "local", epsilon: 1 },
    } as const;
    const bound = boundRound(round, "replace-one", (_report, reports) => ({
      epsilonAtDelta: (delta) => {
        asked += 1;
        const epsilon = isHidden ? Math.min(1, Math.sqrt(Math.log(1 / delta) / reports)) : 1;
        return { lower: epsilon, estimate: epsilon, upper: epsilon };
      },
      assumptions: isHidden ? ["honest-shuffler"] : [],
      source: "a formula",
    }));
    bound.epsilonAtDelta(1e-8, false);
    return asked;
  };

  it("is the least one where the reports hide each other and another one gains nothing", () => {
    expect(epsilonsAsked(100_000, true)).toBe(1);
  });

  it("is the best of several of fewer reports, and of those that nobody hides", () => {
    expect(epsilonsAsked(50_000, true)).toBe(6);
    expect(epsilonsAsked(100_000, false)).toBe(6);
  });
});
