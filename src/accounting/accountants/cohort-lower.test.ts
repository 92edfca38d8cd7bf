import { describe, expect, it, test } from "vitest";
import type { Adjacency, MechanismEvent } from "../../privacy/index.js";
import { deltas } from "../deltas.js";
import { guarantees } from "../guarantees.js";

const METHOD = "cohort-lower";

function lowerEpsilon(event: MechanismEvent, adjacency: Adjacency, delta: number): number {
  return guarantees(event, { adjacency, delta, method: METHOD }).guarantees[0]!.epsilon.lower;
}

function lowerDelta(event: MechanismEvent, adjacency: Adjacency, epsilon: number): number {
  return deltas(event, { adjacency, epsilon, method: METHOD }).guarantees[0]!.delta.lower;
}

const response = (epsilon: number, categories: number): MechanismEvent => ({
  kind: "randomizedResponse",
  epsilon,
  categories,
});
const shuffle = (users: number, of: MechanismEvent): MechanismEvent => ({ kind: "shuffle", users, of });
const repeat = (times: number, of: MechanismEvent): MechanismEvent => ({ kind: "repeat", times, of });
const noise = (noiseToClip: number): MechanismEvent => ({ kind: "gaussian", noiseToClip });

describe("k-ary response is known within a tenth", () => {
  test.each([
    [1e4, 3, 1, 1],
    [1e4, 10, 2, 1000],
    [6e4, 4, 2, 1000],
    [1e5, 100, 3, 1],
    [1e4, 3, 4, 1],
    [1e4, 3, 8, 1],
    [1e4, 10, 6, 1000],
  ])(
    "%d users, %d categories, epsilon %d, %d rounds",
    { tags: ["slow"] },
    (users, categories, epsilon, rounds) => {
      const event = repeat(rounds, shuffle(users, response(epsilon, categories)));
      const { guarantees: found } = guarantees(event, { adjacency: "replace-one", delta: 1e-6 });
      const lower = found.find(({ method }) => method === METHOD)!;
      expect(lower).toMatchObject({ side: "lower", status: "proven", assumptions: [] });
      expect(found[0]!.epsilon.upper).toBeGreaterThan(lower.epsilon.lower);
      expect(found[0]!.epsilon.upper).toBeLessThan(1.1 * lower.epsilon.lower);
    },
  );
});

describe("composed cohorts", () => {
  // An independent program's figures for third records: 0.608, 0.384, 0.137.
  test.each([
    [2, 60_000, 2000, 6000, 1e-5, 0.608],
    [1.5, 60_000, 10_000, 1200, 1e-5, 0.384],
    [2, 1_000_000, 1000, 100_000, 1e-8, 0.137],
  ])("local epsilon %d, %d users, %d drawn, %d rounds", (epsilon, users, sampled, times, delta, known) => {
    const of = { kind: "local", epsilon } as const;
    const event = repeat(times, { kind: "subsampledShuffle", users, sampled, of });
    expect(lowerEpsilon(event, "replace-one", delta)).toBeGreaterThan(known);
    expect(lowerEpsilon(event, "replace-one", delta)).toBeLessThan(known + 0.001);
  });

  it("with all others at the opposite record show more than with all at zero (an independent program: 0.061)", {
    tags: ["slow"],
  }, () => {
    const event = repeat(5540, { kind: "checkInShuffle", users: 60_000, checkInRate: 0.1, of: noise(5) });
    const [lower] = guarantees(event, { adjacency: "zero-out", delta: 1e-5, method: METHOD }).guarantees;
    expect(lower!.source).toMatch(/^all others hold the opposite record/);
    expect(lower!.epsilon.lower).toBeGreaterThan(0.061);
    expect(lower!.epsilon.lower).toBeLessThan(0.0622);
  });

  it("of different rounds lie below the proven figure of the sequence, and above each part's", {
    tags: ["slow", "long"],
  }, () => {
    const parts = [
      repeat(50, shuffle(5000, response(1, 5))),
      repeat(20, { kind: "subsampledShuffle", users: 20_000, sampled: 4000, of: noise(3) }),
    ];
    const event: MechanismEvent = { kind: "sequence", of: parts };
    const { guarantees: found } = guarantees(event, { adjacency: "replace-one", delta: 1e-6 });
    const lower = lowerEpsilon(event, "replace-one", 1e-6);
    expect(lower).toBeLessThan(found[0]!.epsilon.upper);
    for (const part of parts) expect(lower).toBeGreaterThan(lowerEpsilon(part, "replace-one", 1e-6));
  });
});

describe("exact pairs", () => {
  it.each([
    [noise(2), "replace-one"],
    [noise(2), "add-or-remove"],
    [{ kind: "poissonSample", rate: 0.01, of: noise(1) }, "zero-out"],
    [{ kind: "randomAllocation", steps: 100, of: noise(1) }, "add-or-remove"],
    [response(1, 4), "replace-one"],
    [{ kind: "local", epsilon: 1.3 }, "replace-one"],
    [{ kind: "local", epsilon: 1.3, delta: 1e-9 }, "zero-out"],
  ] as const)("%j under %s: the best proven figure is attained", (round, adjacency) => {
    for (const event of [round, repeat(9, round)]) {
      const [best] = guarantees(event, { adjacency, delta: 1e-6 }).guarantees;
      const lower = lowerEpsilon(event, adjacency, 1e-6);
      expect(lower).toBeLessThanOrEqual(best!.epsilon.upper);
      expect(lower).toBeGreaterThan(0.95 * best!.epsilon.upper);
    }
  });

  it("a record in several batches spends no less than their sum says", () => {
    const event = { kind: "randomAllocation", steps: 300, joined: 3, of: noise(2) } as const;
    const { guarantees: found } = guarantees(event, { adjacency: "add-or-remove", delta: 1e-6 });
    const sum = noise((2 * Math.sqrt(300)) / 3);
    const ofSum = lowerEpsilon(sum, "add-or-remove", 1e-6);
    const lower = lowerEpsilon(event, "add-or-remove", 1e-6);
    expect(lower).toBeLessThanOrEqual(ofSum * (1 + 1e-9));
    expect(lower).toBeGreaterThan(0.999 * ofSum);
    expect(lower).toBeLessThan(found[0]!.epsilon.upper);
  });

  it("a report's own delta is spent", () => {
    const event = shuffle(1000, { kind: "local", epsilon: 1, delta: 1e-3 });
    expect(lowerDelta(event, "replace-one", 5)).toBeGreaterThan(0.999e-3);
    expect(() => lowerEpsilon(event, "replace-one", 9e-4)).toThrow();
    expect(lowerEpsilon(event, "replace-one", 1.1e-3)).toBeGreaterThan(0);
  });
});

describe("two users with Gaussian noise under zero-out, by quadrature", () => {
  /** H at e^epsilon of the shuffled reports at (1, other) and (0, other), in two dimensions. */
  function exactDelta(noise: number, other: number, epsilon: number): number {
    const [step, reach] = [0.04 * noise, 7 * noise];
    const bell = (z: number): number => Math.exp(-((z / noise) ** 2) / 2);
    const grid = Array.from({ length: Math.ceil((2 + 2 * reach) / step) }, (_, i) => -1 - reach + i * step);
    let sum = 0;
    for (const a of grid) {
      for (const b of grid) {
        const at = (mine: number): number =>
          (bell(a - mine) * bell(b - other) + bell(b - mine) * bell(a - other)) / 2;
        sum += Math.max(0, at(1) - Math.exp(epsilon) * at(0));
      }
    }
    return (sum * step * step) / (2 * Math.PI * noise * noise);
  }

  it.each([
    [0.8, 0.5],
    [1, 1],
    [2, 0.2],
  ])(
    "noise %d, epsilon %d: below the worst other record, which is the opposite one",
    { tags: ["slow"] },
    (size, epsilon) => {
      const lower = lowerDelta(shuffle(2, noise(size)), "zero-out", epsilon);
      const exact = [-1, -0.5, 0, 0.5, 1].map((other) => exactDelta(size, other, epsilon));
      expect(Math.max(...exact)).toBe(exact[0]);
      expect(lower).toBeLessThan(exact[0]! * (1 + 1e-4));
      expect(lower).toBeGreaterThan(0.9 * exact[0]!);
    },
  );
});

test("one of a million that stands out: what a threshold of eight deviations shows, but for 0.4 %", {
  tags: ["slow"],
}, () => {
  // log((P(any > t) - delta) / Q(any > t)) at t = 8.05, others at 0, the changed record at 4, the zero record
  // at 2: 9.526
  const lower = lowerEpsilon(shuffle(1e6, noise(0.5)), "zero-out", 1e-5);
  expect(lower).toBeGreaterThan(9.49);
  expect(lower).toBeLessThan(9.998); // the proven upper end
});

describe("a single user", () => {
  it.each([0, 0.2, 0.8])("with a report that is shown now and then, at epsilon %d: exactly", (epsilon) => {
    const event = shuffle(1, { kind: "local", epsilon: 1, delta: 0.1 });
    const truth = 1 / (1 + Math.exp(-1));
    // The mechanism of Kairouz, Oh and Viswanath 2015.
    const exact = 0.1 + 0.9 * (truth - Math.exp(epsilon) * (1 - truth));
    expect(lowerDelta(event, "replace-one", epsilon)).toBeLessThanOrEqual(exact);
    expect(lowerDelta(event, "replace-one", epsilon)).toBeGreaterThan(exact * (1 - 1e-9));
  });

  it("one of two who is drawn: what is proven is attained (0.352)", () => {
    const event: MechanismEvent = {
      kind: "subsampledShuffle",
      users: 2,
      sampled: 1,
      of: { kind: "gaussian", noiseMultiplier: 0.35 },
    };
    const { guarantees: found } = deltas(event, { adjacency: "replace-one", epsilon: 1 });
    expect(found[0]!.delta.upper).toBeLessThan(0.3522);
    expect(lowerDelta(event, "replace-one", 1)).toBeGreaterThan(0.3521);
  });
});

describe("what is said", () => {
  it("of `local`: it is the worst randomizer's", () => {
    const event = shuffle(1000, { kind: "local", epsilon: 1 });
    const [lower] = guarantees(event, { adjacency: "replace-one", delta: 1e-6, method: METHOD }).guarantees;
    expect(lower!.remark).toMatch(/some randomizer/);
  });

  it("ternary response is the worse one where e^epsilon exceeds 2, binary response where it does not", () => {
    const sourceAt = (epsilon: number): string => {
      const event = shuffle(10_000, { kind: "local", epsilon });
      return guarantees(event, { adjacency: "replace-one", delta: 1e-6, method: METHOD }).guarantees[0]!
        .source;
    };
    expect(sourceAt(1)).toMatch(/^3-ary/);
    expect(sourceAt(0.5)).toMatch(/^binary/);
  });

  it("the best lower bound comes first among them: the larger one", () => {
    const event = repeat(1000, {
      kind: "subsampledShuffle",
      users: 60_000,
      sampled: 2000,
      of: { kind: "local", epsilon: 2 },
    });
    const lower = guarantees(event, { adjacency: "replace-one", delta: 1e-5 }).guarantees.filter(
      ({ side }) => side === "lower",
    );
    expect(lower.map(({ method }) => method)).toEqual([METHOD, "gdd21-lower"]);
    expect(lower[1]!.remark).toMatch(/Renyi divergences only/);
  });

  it("of rounds whose weights are permuted: nothing", () => {
    const event: MechanismEvent = {
      kind: "weightShuffle",
      dimension: 10,
      batchClipRatio: 1,
      of: shuffle(100, noise(2)),
    };
    expect(
      guarantees(event, { adjacency: "replace-one", delta: 1e-6, method: METHOD }).notApplicable[0]!.reason,
    ).toMatch(/may hide/);
  });
});

describe("one report that is nearly in the clear", () => {
  const lowerOf = (event: MechanismEvent, epsilon: number): number =>
    deltas(event, { adjacency: "replace-one", epsilon, method: METHOD }).guarantees[0]!.delta.lower;

  it.each([1 / 31, 1 / 40, 1 / 50])(
    "has no more than the Laplace mechanism's delta, noise %d",
    (noiseToWidth) => {
      const own = 1 / noiseToWidth;
      for (const share of [0.5, 0.9, 0.999]) {
        const exact = -Math.expm1((share - 1) * (own / 2));
        expect(lowerOf({ kind: "laplaceScalar", noiseToWidth }, share * own)).toBeLessThanOrEqual(exact);
      }
    },
  );

  it.each([50, 100])("has no delta beyond its own epsilon of %d", (own) => {
    const reports: MechanismEvent[] = [
      { kind: "local", epsilon: own },
      { kind: "randomizedResponse", epsilon: own, categories: 6 },
      { kind: "subsetResponse", epsilon: own, mass: 1e-12 },
      { kind: "laplaceScalar", noiseToWidth: 1 / 50 },
    ];
    for (const report of reports) {
      expect(lowerOf(report, own * (1 + 1e-9))).toBe(0);
      expect(lowerOf(report, 0.6 * own)).toBeGreaterThanOrEqual(report.kind === "laplaceScalar" ? 0 : 0.99);
    }
  });
});
