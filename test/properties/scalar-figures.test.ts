/**
 * What numbers with Laplace and Gaussian noise spend: alone, shuffled, drawn and checked in; between lower
 * ends and what less is known to spend.
 */
import { describe, expect, test } from "vitest";
import { deltas, guarantees, pld, theorems } from "../../src/accounting/index.js";
import { shuffledScalar } from "../../src/accounting/shuffle/blanket/channels/shuffled-scalar.js";
import type { MechanismEvent } from "../../src/privacy/index.js";
import { shortAndLong } from "../short-and-long.js";

const SCALARS = [
  { kind: "laplaceScalar", noiseToWidth: 0.7 },
  { kind: "laplaceScalar", noiseToWidth: 0.2 },
  { kind: "gaussianScalar", noiseToWidth: 2.5 },
  { kind: "gaussianScalar", noiseToWidth: 0.6 },
  { kind: "gaussianScalar", noiseToWidth: 0.35 },
] as const;

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

type Named = readonly [string, MechanismEvent];

const roundsOf = (of: (typeof SCALARS)[number]): Named[] => [
  [`shuffle of ${of.kind} ${of.noiseToWidth}`, { kind: "shuffle", users: 2000, of }],
  [
    `drawn ${of.kind} ${of.noiseToWidth}`,
    { kind: "repeat", times: 20, of: { kind: "subsampledShuffle", users: 5000, sampled: 500, of } },
  ],
];
const checkInOf = (of: (typeof SCALARS)[number]): Named => [
  `check-in ${of.kind} ${of.noiseToWidth}`,
  { kind: "checkInShuffle", users: 5000, checkInRate: 0.1, of },
];

const EVENTS: readonly Named[] = [
  ...SCALARS.flatMap(roundsOf),
  ...[SCALARS[0], SCALARS[1], SCALARS[2], SCALARS[4]].map(checkInOf),
];

describe("lower ends, and what less is known to spend", () => {
  for (const [cases, options] of shortAndLong(EVENTS, ([name]) => /gaussian.* 0\.|check-in .* 2/.test(name)))
    test.each(cases)("%s", options, (_, event) => {
      const { guarantees: all } = guarantees(event, query);
      const proven = all.filter(({ status, side }) => status === "proven" && side !== "lower");
      const [lower] = all.filter(({ method }) => method === "cohort-lower");
      for (const { epsilon } of proven) expect(epsilon.upper).toBeGreaterThanOrEqual(lower!.epsilon.lower);
    });

  test.each([SCALARS[0], SCALARS[2]].flatMap((of) => [...roundsOf(of), checkInOf(of)]))(
    "%s spends as much where the record may be left out",
    (_, event) => {
      const figures = (adjacency: "replace-one" | "zero-out"): unknown =>
        guarantees(event, { ...query, adjacency }).guarantees.map(({ method, epsilon }) => [method, epsilon]);
      expect(figures("zero-out")).toEqual(figures("replace-one"));
    },
  );

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

  const MOST: readonly [number, number, number, number][] = [
    [0.3, 10_000, 10.25, 19.1],
    [0.5, 10_000, 1.3, 9.6],
    [1, 10_000, 0.0496, 0.068],
    [3, 10_000, 0.00934, 0.0101],
  ];
  for (const [cases, options] of shortAndLong(MOST, ([noiseToWidth]) => noiseToWidth < 1))
    test.each(cases)(
      "Gaussian noise %d of %i users spends at most %d, as a vector's report %d",
      options,
      (noiseToWidth, users, most, ofVectors) => {
        const scalar: MechanismEvent = {
          kind: "shuffle",
          users,
          of: { kind: "gaussianScalar", noiseToWidth },
        };
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
    for (const noiseToWidth of [0.02, 0.1, 1e4, 1e9])
      for (const event of [
        { kind, noiseToWidth },
        { kind: "shuffle", users: 1000, of: { kind, noiseToWidth } },
      ] as MechanismEvent[]) {
        const { guarantees: all } = guarantees(event, query);
        expect(all.length).toBeGreaterThan(0);
        const lower = all.find(({ method }) => method === "cohort-lower")?.epsilon.lower ?? 0;
        for (const { epsilon } of all) expect(epsilon.upper).toBeGreaterThanOrEqual(lower);
      }
  });
});

test("among so few that nobody hides it a number counts as one alone, which is next to nothing more", () => {
  const report = { kind: "gaussianScalar", noiseToWidth: 0.1 } as const;
  for (const users of [100, 420, 440, 600]) {
    for (const epsilon of [1, 20, 60]) {
      const [among, alone] = [users, 1].map((count) => shuffledScalar(report, count).deltaAt(epsilon));
      expect(among!).toBeLessThanOrEqual(alone! * (1 + 1e-9));
      expect(among!).toBeGreaterThan(0.999 * alone!);
    }
  }
});
