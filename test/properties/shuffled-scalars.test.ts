/** Numbers with Laplace and Gaussian noise: no values of the cohort beat the bound of both ends, whose blanket is the expectation written out. */
import { describe, expect, test } from "vitest";
import { deltas, guarantees, pld, theorems } from "../../src/accounting/index.js";
import { contributionsAt, integratedTail } from "../../src/accounting/pld/channel/contributions.js";
import { scalarPairs } from "../../src/accounting/pld/channel/scalar-pairs.js";
import { shuffledChannel } from "../../src/accounting/pld/channel/shuffled-channel.js";
import { shuffledScalar } from "../../src/accounting/pld/channel/shuffled-scalar.js";
import { normalCdf } from "../../src/numerics/normal-cdf.js";
import type { MechanismEvent } from "../../src/privacy/index.js";
import { histogramLaw, hockeyStick, type Law } from "./shuffled-law.js";

type Kind = "laplaceScalar" | "gaussianScalar";
interface Scalar {
  readonly kind: Kind;
  readonly noiseToWidth: number;
}

const SCALARS: readonly Scalar[] = [
  { kind: "laplaceScalar", noiseToWidth: 2 },
  { kind: "laplaceScalar", noiseToWidth: 0.7 },
  { kind: "laplaceScalar", noiseToWidth: 0.2 },
  { kind: "gaussianScalar", noiseToWidth: 2.5 },
  { kind: "gaussianScalar", noiseToWidth: 0.8 },
  { kind: "gaussianScalar", noiseToWidth: 0.35 },
];
const named = SCALARS.map((scalar) => [`${scalar.kind}, ${scalar.noiseToWidth}`, scalar] as const);

/** P(noise < z), the noise of one unit. */
function noiseCdf(kind: Kind, z: number): number {
  if (kind === "gaussianScalar") return normalCdf(z);
  return z < 0 ? Math.exp(z) / 2 : 1 - Math.exp(-z) / 2;
}

/** The law of the report about a value in [0, 1] in equal cells over the interval and beyond it, the outermost without end. */
function cellLaw({ kind, noiseToWidth }: Scalar, value: number, cells: number): Law {
  const reach = 0.5 + (kind === "gaussianScalar" ? 4 * noiseToWidth : 0);
  const edge = (i: number): number => 0.5 + reach * ((2 * i) / cells - 1);
  const below = (i: number): number => {
    if (i === 0) return 0;
    return i === cells ? 1 : noiseCdf(kind, (edge(i) - value) / noiseToWidth);
  };
  // From the middle on by upper tails, which do not cancel.
  const above = (i: number): number => {
    if (i === cells) return 0;
    return i === 0 ? 1 : noiseCdf(kind, (value - edge(i)) / noiseToWidth);
  };
  return Array.from({ length: cells }, (_, i) =>
    edge(i) < value ? below(i + 1) - below(i) : above(i) - above(i + 1),
  );
}

const VALUES = [0, 0.2, 0.5, 0.8, 1];
const EPSILONS = [0, 0.05, 0.3, 1, 2];

describe.each(named)("%s: every cohort of a few users", (_, scalar) => {
  test.each([
    [2, 24],
    [3, 9],
  ])("%i users, reports in %i cells", (users, cells) => {
    const laws = VALUES.map((value) => cellLaw(scalar, value, cells));
    const bounds = EPSILONS.map((epsilon) => shuffledScalar(scalar, users).deltaAt(epsilon));
    const cohorts: Law[][] =
      users === 2
        ? laws.map((law) => [law])
        : laws.flatMap((law, i) => laws.slice(i).map((other) => [law, other]));
    for (const others of cohorts) {
      const shuffled = laws.map((law) => histogramLaw([law, ...others]));
      for (const p of shuffled)
        for (const q of shuffled)
          EPSILONS.forEach((epsilon, i) => {
            expect(hockeyStick(p, q, epsilon)).toBeLessThanOrEqual(bounds[i]! * (1 + 1e-12));
          });
    }
  });
});

describe.each(named)("%s: the bound by its definition", (_, scalar) => {
  /** Others make a report of the blanket, or else are told. */
  const byDefinition = (users: number, cells: number, epsilon: number): number => {
    const [near, far] = [0, 1].map((value) => cellLaw(scalar, value, cells)) as [Law, Law];
    const blanket = near.map((mass, i) => Math.min(mass, far[i]!));
    const told = Math.max(0, 1 - blanket.reduce((sum, mass) => sum + mass, 0));
    const others: Law[] = Array(users - 1).fill([...blanket, told]);
    const [p, q] = [near, far].map((law) => histogramLaw([[...law, 0], ...others]));
    return hockeyStick(p!, q!, epsilon);
  };

  test.each([
    [2, 100, 0.01],
    [3, 30, 0.06],
  ])("of %i users", (users, cells, share) => {
    for (const epsilon of [0, 0.1, 0.5, 1]) {
      const bound = shuffledScalar(scalar, users).deltaAt(epsilon);
      const coarser = byDefinition(users, cells, epsilon);
      expect(coarser).toBeLessThanOrEqual(bound * (1 + 1e-12));
      // Where shuffling is no help, one report alone is what is charged.
      if (scalar.noiseToWidth >= 0.7) expect(bound).toBeLessThan(coarser * (1 + share) + 1e-4);
    }
  });

  test.runIf(scalar.noiseToWidth >= 0.7)(
    "of many users, against the channel of both ends' reports in cells",
    () => {
      const matrix = [0, 1].map((value) => {
        const law = cellLaw(scalar, value, 128);
        const sum = law.reduce((total, mass) => total + mass, 0);
        return law.map((mass) => mass / sum);
      });
      for (const users of [50, 3000]) {
        const [channel, bound] = [shuffledChannel(matrix, users), shuffledScalar(scalar, users)];
        for (const factor of [1, 3]) {
          const epsilon = factor * channel.deviation;
          expect(bound.deltaAt(epsilon)).toBeGreaterThan(channel.deltaAt(epsilon) * 0.98);
          expect(bound.deltaAt(epsilon)).toBeLessThan(channel.deltaAt(epsilon) * 1.08);
        }
      }
    },
  );
});

describe.each(named)("%s: both ends are the worst pair", (_, scalar) => {
  const cells = 400;
  const values = [0, 0.1, 0.25, 0.4, 0.5, 0.7, 0.9, 1];
  const laws = values.map((value) => cellLaw(scalar, value, cells));
  const blanket = laws[0]!.map((mass, i) => Math.min(mass, laws.at(-1)![i]!));

  test("the blanket is the least of all values' densities", () => {
    for (const law of laws)
      law.forEach((mass, i) => {
        expect(mass).toBeGreaterThanOrEqual(blanket[i]! * (1 - 1e-9));
      });
  });

  test("the nearer to an end, the larger the ratio in convex order", () => {
    for (const t of [0.5, 1, 1.01, 1.2, 2, 5, 30, 300]) {
      const excess = laws.map((law) =>
        law.reduce((sum, mass, i) => sum + Math.max(0, mass - t * blanket[i]!), 0),
      );
      values.forEach((value, i) => {
        const nearer = values.findIndex((other) => Math.min(other, 1 - other) < Math.min(value, 1 - value));
        if (nearer >= 0) expect(excess[i]!).toBeLessThanOrEqual(excess[nearer]! + 1e-12);
      });
    }
  });

  test("no pair's contributions exceed theirs", () => {
    const tailOf = (one: Law, other: Law, x: number, t: number): number =>
      one.reduce((sum, p, i) => sum + Math.max(0, p - x * other[i]! - t * blanket[i]!), 0);
    for (const x of [1, 1.1, 3])
      for (const t of [-300, -20, -3, -1, -0.2, 0, 0.1, 1, 10, 100]) {
        const worst = tailOf(laws[0]!, laws.at(-1)!, x, t);
        for (const one of laws)
          for (const other of laws)
            expect(tailOf(one, other, x, t)).toBeLessThanOrEqual(worst + 1e-12 + 1e-9 * Math.abs(t));
      }
  });

  test("on the grid they are above the same in cells, and not far above", () => {
    const [pair] = scalarPairs(scalar);
    for (const x of [1, 1.2]) {
      const law = contributionsAt(pair!, x);
      for (const t of [-3, -0.3, 0, 0.01, 0.3, 2]) {
        const [tail] = integratedTail(law, Float64Array.of(t)) as unknown as [number];
        const inCells = blanket.reduce(
          (sum, b, i) => sum + Math.max(0, laws[0]![i]! - x * laws.at(-1)![i]! - t * b),
          0,
        );
        const hidden = 1 - blanket.reduce((sum, b) => sum + b, 0);
        const exact = inCells + hidden * Math.max(0, -t);
        expect(tail + law.revealed).toBeGreaterThanOrEqual(exact * (1 - 1e-9));
        expect(tail + law.revealed).toBeLessThan(exact * 1.03 + 1e-6);
      }
    }
  });
});

const query = { adjacency: "replace-one", delta: 1e-6 } as const;
const upperOf = (event: MechanismEvent, method: string): number =>
  guarantees(event, { ...query, method: method as "blanket" }).guarantees[0]!.epsilon.upper;

describe("one report", () => {
  test.each([0.3, 1, 4])("of Laplace noise %d is the Laplace pair", (noiseToWidth) => {
    const own = 1 / noiseToWidth;
    for (const epsilon of [0, 0.1 * own, 0.6 * own]) {
      const exact = -Math.expm1((epsilon - own) / 2);
      const [{ delta }] = deltas(
        { kind: "laplaceScalar", noiseToWidth },
        { adjacency: "zero-out", epsilon, method: "pld" },
      ).guarantees as unknown as [{ delta: { lower: number; upper: number } }];
      expect(delta.lower).toBeLessThanOrEqual(exact);
      expect(delta.upper).toBeGreaterThanOrEqual(exact);
      expect(delta.upper).toBeLessThan(exact * 1.001);
      const alone = shuffledScalar({ kind: "laplaceScalar", noiseToWidth }, 1).deltaAt(epsilon);
      expect(alone).toBeGreaterThanOrEqual(exact);
      expect(alone).toBeLessThan(exact * 1.001);
    }
  });

  test.each([0.2, 1, 5])("of Gaussian noise %d is the Gaussian mechanism", (noiseToWidth) => {
    for (const adjacency of ["replace-one", "zero-out"] as const) {
      for (const epsilon of [0, 0.1 / noiseToWidth, 3 / noiseToWidth]) {
        const exact = theorems.gaussianDelta({ epsilon, noiseMultiplier: noiseToWidth });
        const event = { kind: "gaussianScalar", noiseToWidth } as const;
        for (const method of ["pld", "strong-composition", "cohort-lower"] as const) {
          const [{ delta }] = deltas(event, { adjacency, epsilon, method }).guarantees as unknown as [
            { delta: { lower: number; upper: number } },
          ];
          expect(delta.lower).toBeLessThanOrEqual(exact * (1 + 1e-9));
          expect(delta.lower).toBeGreaterThan(exact * 0.99);
        }
        const alone = shuffledScalar(event, 1).deltaAt(epsilon);
        expect(alone).toBeGreaterThanOrEqual(exact * (1 - 1e-12));
        expect(alone).toBeLessThan(exact * 1.003 + 1e-15);
      }
    }
  });

  test("seven Gaussian ones are one of noise smaller by sqrt(7)", () => {
    const repeated: MechanismEvent = {
      kind: "repeat",
      times: 7,
      of: { kind: "gaussianScalar", noiseToWidth: 3 },
    };
    const exact = theorems.gaussianEpsilon({ delta: 1e-6, noiseMultiplier: 3 / Math.sqrt(7) });
    expect(upperOf(repeated, "pld") / exact - 1).toBeCloseTo(0, 3);
  });

  test("five Laplace ones compose as the Laplace mechanism", () => {
    const repeated: MechanismEvent = {
      kind: "repeat",
      times: 5,
      of: { kind: "laplaceScalar", noiseToWidth: 2 },
    };
    const exact = pld.laplacePrivacyLoss({ laplaceScale: 2 }).compose(5).epsilonAtDelta(1e-6);
    expect(upperOf(repeated, "pld")).toBeGreaterThanOrEqual(exact.lower);
    expect(upperOf(repeated, "pld")).toBeLessThan(exact.upper * 1.001);
  });

  test("none is covered where everybody sees that it is not sent", () => {
    for (const kind of ["laplaceScalar", "gaussianScalar"] as const) {
      const { guarantees: found } = guarantees(
        { kind, noiseToWidth: 1 },
        { adjacency: "add-or-remove", delta: 1e-6 },
      );
      expect(found).toEqual([]);
    }
  });
});

const EVENTS: readonly (readonly [string, MechanismEvent])[] = SCALARS.flatMap((of) => [
  [`shuffle of ${of.kind} ${of.noiseToWidth}`, { kind: "shuffle", users: 2000, of }] as const,
  [
    `drawn ${of.kind} ${of.noiseToWidth}`,
    { kind: "repeat", times: 20, of: { kind: "subsampledShuffle", users: 5000, sampled: 500, of } },
  ] as const,
  [
    `check-in ${of.kind} ${of.noiseToWidth}`,
    { kind: "checkInShuffle", users: 5000, checkInRate: 0.1, of },
  ] as const,
]);

describe("lower ends, and what less is known to spend", () => {
  test.each(EVENTS)("%s", (_, event) => {
    const { guarantees: all } = guarantees(event, query);
    const proven = all.filter(({ status, side }) => status === "proven" && side !== "lower");
    const [lower] = all.filter(({ method }) => method === "cohort-lower");
    for (const { epsilon } of proven) expect(epsilon.upper).toBeGreaterThanOrEqual(lower!.epsilon.lower);
    const asReplaced = guarantees(event, { ...query, adjacency: "zero-out" }).guarantees;
    expect(asReplaced[0]!.epsilon.upper).toBe(all[0]!.epsilon.upper);
  });

  test.each([0.25, 1, 3])(
    "Laplace noise %d spends less than any randomizer of its local epsilon",
    (noiseToWidth) => {
      const roundOf = (of: MechanismEvent): MechanismEvent => ({ kind: "shuffle", users: 10_000, of });
      const scalar = roundOf({ kind: "laplaceScalar", noiseToWidth });
      const any = upperOf(roundOf({ kind: "local", epsilon: 1 / noiseToWidth }), "clones-2023");
      expect(upperOf(scalar, "blanket")).toBeLessThan(0.96 * any);
      expect(upperOf(scalar, "clones-2023-pld")).toBeLessThan(0.96 * any);
      expect(upperOf(scalar, "cohort-lower")).toBeGreaterThan(0.7 * upperOf(scalar, "blanket"));
    },
  );

  test.each([
    [0.3, 10_000, 10.25, 19.1],
    [0.5, 10_000, 1.3, 9.9],
    [1, 10_000, 0.0496, 0.07],
    [3, 10_000, 0.00934, 0.0101],
  ])(
    "Gaussian noise %d of %i users spends at most %d, as a vector's report %d",
    (noiseToWidth, users, most, ofVectors) => {
      const scalar: MechanismEvent = { kind: "shuffle", users, of: { kind: "gaussianScalar", noiseToWidth } };
      const vector: MechanismEvent = {
        kind: "shuffle",
        users,
        of: { kind: "gaussian", noiseMultiplier: noiseToWidth },
      };
      const at = { ...query, delta: 1e-5 };
      expect(guarantees(scalar, at).guarantees[0]!.epsilon.upper).toBeLessThan(most);
      expect(guarantees(vector, at).guarantees[0]!.epsilon.upper).toBeGreaterThan(ofVectors);
      const [lower] = guarantees(scalar, { ...at, method: "cohort-lower" }).guarantees;
      expect(lower!.epsilon.lower).toBeGreaterThan(most / 1.4);
    },
  );
});

describe("more noise and more users spend less", () => {
  test.each(["laplaceScalar", "gaussianScalar"] as const)("%s", (kind) => {
    const spent = (noiseToWidth: number, users: number): number =>
      upperOf({ kind: "shuffle", users, of: { kind, noiseToWidth } }, "blanket");
    const byNoise = [0.4, 0.5, 0.8, 2, 10].map((noise) => spent(noise, 5000));
    const byUsers = [1, 2, 10, 100, 3000, 50_000, 10 ** 6].map((users) => spent(0.8, users));
    for (const falling of [byNoise, byUsers])
      falling.slice(1).forEach((epsilon, i) => {
        expect(epsilon).toBeLessThanOrEqual(falling[i]! * (1 + 1e-6));
      });
  });
});

describe("extreme noise", () => {
  test.each(["laplaceScalar", "gaussianScalar"] as const)("%s", (kind) => {
    for (const noiseToWidth of [1e-150, 1e-5, 0.01, 1e4, 1e9, 1e300])
      for (const event of [
        { kind, noiseToWidth },
        { kind: "shuffle", users: 1000, of: { kind, noiseToWidth } },
      ] as MechanismEvent[]) {
        const { guarantees: all } = guarantees(event, query);
        expect(all.length).toBeGreaterThan(0);
        for (const { epsilon } of all) expect(epsilon.upper).toBeGreaterThanOrEqual(0);
      }
  });
});
