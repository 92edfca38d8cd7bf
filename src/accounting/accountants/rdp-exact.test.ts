import { describe, expect, it } from "vitest";
import type { MechanismEvent } from "../../privacy/index.js";
import { gaussianGains, randomizedResponseGains } from "../rdp/_internal/gains-above-one.js";
import { secretSampling } from "../rdp/_internal/secret-sampling.js";
import { randomizedResponseCurve } from "../rdp/randomized-response-curve.js";
import { rdpExact } from "./rdp-exact.js";
import { rdpPoisson } from "./rdp-poisson.js";
import { unshuffled } from "./unshuffled.js";

const SIGMA = 1;
const ORDER = 2;

function density(x: number, mean: number): number {
  return Math.exp(-((x - mean) ** 2) / (2 * SIGMA ** 2)) / Math.sqrt(2 * Math.PI * SIGMA ** 2);
}

/** Reports of a round as outcomes: nobody, one report x, or two reports x, y in no order. */
interface RoundLaw {
  readonly nobody: number;
  readonly one: (x: number) => number;
  readonly two: (x: number, y: number) => number;
}

function checkIn(records: readonly [number, number], rate: number): RoundLaw {
  const [a, b] = records;
  return {
    nobody: (1 - rate) ** 2,
    one: (x) => rate * (1 - rate) * (density(x, a) + density(x, b)),
    two: (x, y) => rate ** 2 * 0.5 * (density(x, a) * density(y, b) + density(x, b) * density(y, a)),
  };
}

/** One of two users reports; or, with `sampled` = 2, both. */
function subsample(records: readonly [number, number], sampled: 1 | 2): RoundLaw {
  const [a, b] = records;
  return {
    nobody: 0,
    one: (x) => (sampled === 1 ? 0.5 * (density(x, a) + density(x, b)) : 0),
    two: (x, y) =>
      sampled === 2 ? 0.5 * (density(x, a) * density(y, b) + density(x, b) * density(y, a)) : 0,
  };
}

/** Renyi divergence of order 2 by the rectangle rule, which converges faster than any power here. */
function divergence(p: RoundLaw, q: RoundLaw): number {
  const step = 0.15;
  const grid = Array.from({ length: 141 }, (_, i) => (i - 70) * step);
  const term = (pd: number, qd: number): number => (pd === 0 ? 0 : pd ** ORDER * qd ** (1 - ORDER));
  let sum = term(p.nobody, q.nobody);
  for (const x of grid) {
    sum += step * term(p.one(x), q.one(x));
    for (const y of grid) sum += step * step * term(p.two(x, y), q.two(x, y));
  }
  return Math.log(sum) / (ORDER - 1);
}

const gaussian = (noiseMultiplier: number): MechanismEvent => ({ kind: "gaussian", noiseMultiplier });
const shuffle: MechanismEvent = { kind: "shuffle", users: 2, of: gaussian(SIGMA) };

describe("the shuffle Gaussian pair is not the worst case", () => {
  /** The changed user moves from 0 to 1; the other one holds `other`. */
  const loss = (other: number): number => divergence(subsample([1, other], 2), subsample([0, other], 2));
  const claimed = rdpExact.renyiCurve!(shuffle, "zero-out").at(ORDER);
  const safe = unshuffled.renyiCurve!(shuffle, "zero-out").at(ORDER);

  it("is exact for the homogeneous cohort", () => {
    expect(claimed).toBeCloseTo(loss(0), 9);
    expect(claimed).toBeCloseTo(0.62011, 5);
  });

  it("is exceeded by other cohorts, which the proven figure covers", () => {
    expect(loss(-0.5)).toBeCloseTo(0.844, 3);
    expect(loss(-1)).toBeCloseTo(0.951, 3);
    for (const other of [-1, -0.5, 0.3, 1]) expect(loss(other)).toBeLessThanOrEqual(safe);
  });

  it("is labelled so", () => {
    const { status, assumptions } = rdpExact.epsilonAtDelta(shuffle, {
      adjacency: "zero-out",
      delta: 1e-5,
    });
    expect(status).toBe("conditional");
    expect(assumptions).toContain("homogeneous-cohort");
  });
});

describe("hidden sampling holds for every cohort", () => {
  const others = [-1, -0.4, 0, 0.7, 1];
  const pairs: readonly (readonly [number, number])[] = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ];

  it.each([0.1, 0.5, 0.9])("check-in of two users at rate %f, zero-out", (checkInRate) => {
    const event: MechanismEvent = { kind: "checkInShuffle", users: 2, checkInRate, of: gaussian(SIGMA) };
    const bound = unshuffled.renyiCurve!(event, "zero-out").at(ORDER);
    for (const other of others) {
      for (const [from, to] of pairs) {
        const true_ = divergence(checkIn([from, other], checkInRate), checkIn([to, other], checkInRate));
        expect(true_).toBeLessThanOrEqual(bound);
      }
    }
  });

  it("one of two users, replace-one: records in [-1/2, 1/2], unit distance", () => {
    const event: MechanismEvent = { kind: "subsampledShuffle", users: 2, sampled: 1, of: gaussian(SIGMA) };
    const bound = unshuffled.renyiCurve!(event, "replace-one").at(ORDER);
    let worst = 0;
    for (const other of [-0.5, 0, 0.5]) {
      for (const [from, to] of [
        [0.5, -0.5],
        [-0.5, 0.5],
      ] as const) {
        worst = Math.max(worst, divergence(subsample([from, other], 1), subsample([to, other], 1)));
      }
    }
    expect(worst).toBeLessThanOrEqual(bound);
    expect(worst).toBeGreaterThan(0.3 * bound);
  });

  it("costs little over the pair that add-or-remove has", () => {
    const event: MechanismEvent = { kind: "poissonSample", rate: 0.01, of: gaussian(1.3) };
    const addRemove = rdpPoisson.renyiCurve!(event, "add-or-remove");
    const replaceOne = rdpPoisson.renyiCurve!(event, "replace-one");
    for (const order of [2, 3, 8, 20]) {
      // As far as that is rounded up.
      expect(replaceOne.at(order)).toBeGreaterThan(addRemove.at(order) / (1 + 1e-11));
      expect(replaceOne.at(order)).toBeLessThanOrEqual(2 * addRemove.at(order) * (1 + 1e-12));
    }
  });

  it("rises with the rate up to the unsampled divergence, for a symmetric pair", () => {
    let before = 0;
    for (const rate of [1e-6, 0.001, 0.1, 0.5, 1]) {
      const value = secretSampling(gaussianGains(2), rate).at(5);
      expect(value).toBeGreaterThan(before);
      before = value;
    }
    expect(before).toBeCloseTo(5 / 8, 11);
    for (const sigma of [0.3, 0.9, 7]) {
      for (const order of [1.1, 2, 3.7, 17]) {
        const unsampled = secretSampling(gaussianGains(sigma), 1).at(order);
        expect(unsampled / (order / (2 * sigma ** 2))).toBeCloseTo(1, 10);
      }
    }
    expect(secretSampling(randomizedResponseGains(1.4), 1).at(3)).toBeCloseTo(
      randomizedResponseCurve(1.4).at(3),
      12,
    );
  });
});

describe("hidden sampling of randomized response", () => {
  /**
   * Two users, binary randomized response of 1 nat, one of them sampled: the report is 1 with probability p.
   */
  it.each([0, 1])("covers the exact divergence when the other user holds %i", (other) => {
    const event: MechanismEvent = {
      kind: "subsampledShuffle",
      users: 2,
      sampled: 1,
      of: { kind: "local", epsilon: 1 },
    };
    const truth = Math.E / (Math.E + 1);
    const one = (bit: number): number => (bit === 1 ? truth : 1 - truth);
    const mixed = (bit: number): number => (one(bit) + one(other)) / 2;
    for (const order of [2, 5, 30]) {
      const bound = unshuffled.renyiCurve!(event, "replace-one").at(order);
      for (const [p, q] of [
        [mixed(0), mixed(1)],
        [mixed(1), mixed(0)],
      ] as const) {
        const moment = p ** order * q ** (1 - order) + (1 - p) ** order * (1 - q) ** (1 - order);
        expect(Math.log(moment) / (order - 1)).toBeLessThanOrEqual(bound);
      }
    }
  });
});

describe("answers", () => {
  const few = [
    [{ kind: "shuffle", users: 2, of: gaussian(229.4) }, "replace-one"],
    [{ kind: "shuffle", users: 3, of: gaussian(30) }, "replace-one"],
    [{ kind: "randomAllocation", steps: 2, of: gaussian(229.4) }, "zero-out"],
  ] as const;

  it.each(few)("do not depend on what was asked before: %j, %s", (event, adjacency) => {
    const epsilonAt = (delta: number): number =>
      rdpExact.epsilonAtDelta(event, { adjacency, delta }).epsilon.upper;
    const fresh = epsilonAt(1e-5);
    const smaller = epsilonAt(1e-60);
    expect(epsilonAt(1e-5)).toBe(fresh);
    expect(smaller).toBeGreaterThan(fresh);
    expect(fresh).toBeLessThan(
      0.8 * unshuffled.epsilonAtDelta(event, { adjacency, delta: 1e-5 }).epsilon.upper,
    );
  });

  it.each<[MechanismEvent]>([
    [{ kind: "shuffle", users: 28, of: gaussian(0.232) }],
    [{ kind: "subsampledShuffle", users: 18, sampled: 7, of: gaussian(0.32) }],
    [{ kind: "subsampledShuffle", users: 19, sampled: 17, of: gaussian(0.25) }],
    [{ kind: "checkInShuffle", users: 8, checkInRate: 0.011, of: gaussian(0.273) }],
    [{ kind: "checkInShuffle", users: 18, checkInRate: 0.337, of: gaussian(0.285) }],
  ])("are never above what sampling alone proves, though the best order is below 2: %j", (of) => {
    const query = { adjacency: "replace-one", delta: 1e-6 } as const;
    const event = { kind: "repeat", times: 10, of } as const;
    const proven = unshuffled.epsilonAtDelta(event, query);
    expect(proven.order).toBeLessThan(2);
    expect(rdpExact.epsilonAtDelta(event, query).epsilon.upper).toBeLessThanOrEqual(
      proven.epsilon.upper * (1 + 1e-9),
    );
  });
});

it("charges alike rounds as one sooner at a delta below 1e-50", { tags: ["slow"] }, () => {
  const of = Array.from({ length: 20 }, (_, i): MechanismEvent => {
    return { kind: "shuffle", users: 5, of: { kind: "gaussian", noiseMultiplier: 9 + i / 1000 } };
  });
  const at = (delta: number) =>
    rdpExact.epsilonAtDelta({ kind: "sequence", of }, { adjacency: "replace-one", delta });
  expect(at(1e-49).remark).toBeUndefined();
  const { remark, epsilon } = at(1e-51);
  expect(remark).toMatch(/^20 different rounds are charged as \d+:/);
  expect(epsilon.upper).toBeGreaterThan(at(1e-49).epsilon.upper);
});

it("charges alike rounds as one sooner where a sample is of few reports", () => {
  const remarkAt = (sampled: number): string | undefined => {
    const of = Array.from({ length: 13 }, (_, i): MechanismEvent => {
      const noiseMultiplier = 9 + i / 1000;
      return {
        kind: "subsampledShuffle",
        users: 2 * sampled,
        sampled,
        of: { kind: "gaussian", noiseMultiplier },
      };
    });
    return rdpExact.epsilonAtDelta({ kind: "sequence", of }, { adjacency: "zero-out", delta: 0.01 }).remark;
  };
  expect(remarkAt(3)).toMatch(/^13 different rounds are charged as \d+:/);
  expect(remarkAt(30)).toBeUndefined();
});
