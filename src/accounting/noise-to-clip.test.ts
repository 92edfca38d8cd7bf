import { describe, expect, it } from "vitest";
import type { Adjacency, DeltaGuarantee, MechanismEvent } from "../privacy/index.js";
import { calibrate } from "./calibrate.js";
import { deltas } from "./deltas.js";
import { guarantees } from "./guarantees.js";
import { renyiDivergences } from "./renyi-divergences.js";

/** Standard deviation in clip bounds; C = 1 throughout. */
const NOISE_TO_CLIP = 0.9;
const GAUSSIAN = { kind: "gaussian", noiseToClip: NOISE_TO_CLIP } as const;
const EPSILONS = [0.2, 1.5];

/**
 * A mixture of spherical normals around points that may differ in dimension, as many as there are reports.
 */
type Law = readonly { readonly weight: number; readonly mean: readonly number[] }[];

/** Two data sets that differ in their first record. */
interface Neighbours {
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** The changed record between its extremes, among one other record anywhere in [-C, C]. */
const NEIGHBOURS: Readonly<Record<Adjacency, readonly Neighbours[]>> = {
  "replace-one": among((y) => ({ from: [1, y], to: [-1, y] })),
  "zero-out": among((y) => ({ from: [1, y], to: [0, y] })),
  "add-or-remove": among((y) => ({ from: [1, y], to: [y] })),
};

function among(pairOf: (y: number) => Neighbours): Neighbours[] {
  return [-1, 0, 1].map(pairOf);
}

interface Case {
  readonly event: MechanismEvent;
  readonly law: (records: readonly number[]) => Law;
  readonly adjacencies: readonly Adjacency[];
  /** Where the best proven figure is the truth of the worst pair. */
  readonly exact: readonly Adjacency[];
}

const CENTRAL: readonly Adjacency[] = ["replace-one", "zero-out", "add-or-remove"];
const SHUFFLED: readonly Adjacency[] = ["replace-one", "zero-out"];

const CASES: Readonly<Record<string, Case>> = {
  "a sum": {
    event: GAUSSIAN,
    law: (records) => [{ weight: 1, mean: [sum(records)] }],
    adjacencies: CENTRAL,
    exact: CENTRAL,
  },
  "a Poisson sample's sum": {
    event: { kind: "poissonSample", rate: 0.3, of: GAUSSIAN },
    law: poissonSum,
    adjacencies: CENTRAL,
    exact: ["zero-out", "add-or-remove"],
  },
  "two Poisson samples' sums": {
    event: { kind: "repeat", times: 2, of: { kind: "poissonSample", rate: 0.3, of: GAUSSIAN } },
    law: (records) => product(poissonSum(records), poissonSum(records)),
    adjacencies: CENTRAL,
    exact: ["zero-out", "add-or-remove"],
  },
  "two batches of a random allocation": {
    event: { kind: "randomAllocation", steps: 2, of: GAUSSIAN },
    law: allocatedSums,
    adjacencies: CENTRAL,
    exact: ["zero-out", "add-or-remove"],
  },
  "shuffled reports": {
    event: { kind: "shuffle", users: 2, of: GAUSSIAN },
    law: shuffled,
    adjacencies: SHUFFLED,
    exact: [],
  },
  "one report of two users": {
    event: { kind: "subsampledShuffle", users: 2, sampled: 1, of: GAUSSIAN },
    law: (records) => records.map((mean) => ({ weight: 0.5, mean: [mean] })),
    adjacencies: SHUFFLED,
    exact: [],
  },
  "reports of those who check in": {
    event: { kind: "checkInShuffle", users: 2, checkInRate: 0.6, of: GAUSSIAN },
    law: (records) => subsets(records, 0.6).flatMap(({ weight, mean }) => scaled(weight, shuffled(mean))),
    adjacencies: SHUFFLED,
    exact: [],
  },
};

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Every set of the records with its chance, each joining by itself. */
function subsets(records: readonly number[], rate: number): Law {
  return records.reduce<Law>(
    (chosen, record) => [
      ...chosen.map(({ weight, mean }) => ({ weight: weight * (1 - rate), mean })),
      ...chosen.map(({ weight, mean }) => ({ weight: weight * rate, mean: [...mean, record] })),
    ],
    [{ weight: 1, mean: [] }],
  );
}

function poissonSum(records: readonly number[]): Law {
  return subsets(records, 0.3).map(({ weight, mean }) => ({ weight, mean: [sum(mean)] }));
}

function allocatedSums(records: readonly number[]): Law {
  return records.reduce<Law>(
    (sums, record) =>
      sums.flatMap(({ weight, mean: [first, second] }) => [
        { weight: weight / 2, mean: [first! + record, second!] },
        { weight: weight / 2, mean: [first!, second! + record] },
      ]),
    [{ weight: 1, mean: [0, 0] }],
  );
}

function shuffled(records: readonly number[]): Law {
  return [records, records.toReversed()].map((mean) => ({ weight: 0.5, mean }));
}

function scaled(factor: number, law: Law): Law {
  return law.map(({ weight, mean }) => ({ weight: factor * weight, mean }));
}

function product(one: Law, other: Law): Law {
  return one.flatMap(({ weight, mean }) =>
    other.map((each) => ({ weight: weight * each.weight, mean: [...mean, ...each.mean] })),
  );
}

/** ∫ (p - e^ε q)₊ by sums over a lattice, for each number of reports by itself. */
function hockeyStick(from: Law, to: Law, epsilon: number): number {
  return sum(
    [0, 1, 2].map((dimension) => {
      const cell = [1, 1 / 60, 1 / 12][dimension]! * NOISE_TO_CLIP;
      const steps = Math.ceil((2 + 7 * NOISE_TO_CLIP) / cell);
      const [p, q] = [from, to].map((law) => densityOf(law, dimension)) as [Density, Density];
      const excess = (point: readonly number[]) => Math.max(0, p(point) - Math.exp(epsilon) * q(point));
      const axis = Array.from({ length: 2 * steps + 1 }, (_, i) => (i - steps) * cell);
      if (dimension === 0) return excess([]);
      if (dimension === 1) return cell * sum(axis.map((x) => excess([x])));
      return cell * cell * sum(axis.map((x) => sum(axis.map((y) => excess([x, y])))));
    }),
  );
}

/** log ∫ p^λ q^(1-λ) / (λ - 1) of laws of one report, the trapezoid rule. */
function renyiDivergence(from: Law, to: Law, order: number): number {
  const [p, q] = [from, to].map((law) => densityOf(law, 1)) as [Density, Density];
  const cell = NOISE_TO_CLIP / 60;
  const points = Array.from({ length: 2001 }, (_, i) => [(i - 1000) * cell]);
  return Math.log(cell * sum(points.map((x) => q(x) * (p(x) / q(x)) ** order))) / (order - 1);
}

type Density = (point: readonly number[]) => number;

function densityOf(law: Law, dimension: number): Density {
  const parts = law.filter(({ mean }) => mean.length === dimension);
  const norm = (NOISE_TO_CLIP * Math.sqrt(2 * Math.PI)) ** dimension;
  return (point) => {
    let density = 0;
    for (const { weight, mean } of parts) {
      let squares = 0;
      for (let i = 0; i < dimension; i++) squares += (point[i]! - mean[i]!) ** 2;
      density += weight * Math.exp(-squares / (2 * NOISE_TO_CLIP ** 2));
    }
    return density / norm;
  };
}

/** The larger direction of the worst of the pairs. */
function truth(law: Case["law"], pairs: readonly Neighbours[], epsilon: number): number {
  return Math.max(
    ...pairs.flatMap(({ from, to }) => [
      hockeyStick(law(from), law(to), epsilon),
      hockeyStick(law(to), law(from), epsilon),
    ]),
  );
}

function upperBounds(event: MechanismEvent, adjacency: Adjacency, epsilon: number): DeltaGuarantee[] {
  return deltas(event, { adjacency, epsilon }).guarantees.filter(({ side }) => side === "upper");
}

/** What the lattice leaves open at the kink of an integrand. */
const LATTICE = 5e-3;
/** How wide the bracket of an exact method may be; the other reading of the noise is several times away. */
const WIDTH = 4e-2;

describe("noiseToClip", () => {
  const questions = Object.entries(CASES).flatMap(([name, each]) =>
    each.adjacencies.map((adjacency) => [name, adjacency, each] as const),
  );

  it.each(questions)(
    "%s, %s: no proven figure is below the truth",
    { tags: ["slow"] },
    (_name, adjacency, { event, law, exact }) => {
      for (const epsilon of EPSILONS) {
        const least = truth(law, NEIGHBOURS[adjacency], epsilon);
        const proven = upperBounds(event, adjacency, epsilon).filter(({ status }) => status === "proven");
        expect(proven.length).toBeGreaterThan(0);
        for (const { delta } of proven) expect(delta.upper).toBeGreaterThanOrEqual(least * (1 - LATTICE));
        if (exact.includes(adjacency)) expect(proven[0]!.delta.upper).toBeLessThan(least * (1 + WIDTH));
      }
    },
  );

  it.each(questions.filter(([, , { event }]) => "users" in event))(
    "%s, %s: no conditional figure is below the truth of its cohort",
    { tags: ["slow"] },
    (_name, adjacency, { event, law }) => {
      const homogeneous = { "replace-one": [-1], "zero-out": [0], "add-or-remove": [] }[adjacency];
      const pairs = homogeneous.map((held) => ({ from: [1, held], to: [held, held] }));
      for (const epsilon of EPSILONS) {
        const least = truth(law, pairs, epsilon);
        const exact = upperBounds(event, adjacency, epsilon).find(({ method }) => method === "pld");
        expect(exact!.delta.upper).toBeGreaterThanOrEqual(least * (1 - LATTICE));
        expect(exact!.delta.upper).toBeLessThan(least * (1 + WIDTH));
      }
    },
  );

  it.each(CENTRAL)("a Poisson sample's sum, %s: no Renyi divergence is below the truth", (adjacency) => {
    const { event, law } = CASES["a Poisson sample's sum"]!;
    const orders = [2, 3.5, 8];
    const { rdp } = renyiDivergences(event, { adjacency, orders, method: "rdp-poisson" });
    for (const [i, order] of orders.entries()) {
      const least = Math.max(
        ...NEIGHBOURS[adjacency].flatMap(({ from, to }) => [
          renyiDivergence(law(from), law(to), order),
          renyiDivergence(law(to), law(from), order),
        ]),
      );
      expect(rdp["rdp-poisson"]![i]).toBeGreaterThanOrEqual(least * (1 - 1e-6));
    }
  });

  it.each<[Adjacency, number]>([
    ["replace-one", 1.1],
    ["zero-out", 2.2],
    ["add-or-remove", 2.2],
  ])("is the noise multiplier times the sensitivity in clip bounds: %s", (adjacency, noiseMultiplier) => {
    const runOf = (of: MechanismEvent): MechanismEvent => ({
      kind: "sequence",
      of: [
        { kind: "repeat", times: 3, of: { kind: "poissonSample", rate: 0.1, of } },
        { kind: "weightShuffle", dimension: 100, batchClipRatio: 0.1, of },
      ],
    });
    const byClip = runOf({ kind: "gaussian", noiseToClip: 2.2 });
    const bySensitivity = runOf({ kind: "gaussian", noiseMultiplier });
    const query = { adjacency, delta: 1e-5 };
    expect(guarantees(byClip, query)).toEqual(guarantees(bySensitivity, query));
    const orders = { adjacency, orders: [2, 7.5] };
    expect(renyiDivergences(byClip, orders)).toEqual(renyiDivergences(bySensitivity, orders));
  });

  it("composes with the same noise stated the other way as one kind of round", () => {
    const step = (of: MechanismEvent): MechanismEvent => ({
      kind: "weightShuffle",
      dimension: 100,
      batchClipRatio: 0.1,
      of,
    });
    const event: MechanismEvent = {
      kind: "sequence",
      of: [step({ kind: "gaussian", noiseToClip: 3 }), step({ kind: "gaussian", noiseMultiplier: 3 })],
    };
    const published = (each: MechanismEvent) =>
      guarantees(each, { adjacency: "zero-out", delta: 1e-5, method: "yjx25-published" });
    expect(published(event).guarantees).toHaveLength(1);
    expect(published(event)).toEqual(
      published({ kind: "repeat", times: 2, of: step({ kind: "gaussian", noiseMultiplier: 3 }) }),
    );
  });

  it.each<[Adjacency, number]>([
    ["replace-one", 2],
    ["add-or-remove", 1],
  ])("is what a calibration may solve for: %s", (adjacency, sensitivity) => {
    const target = { adjacency, delta: 1e-6, targetEpsilon: 1.5 };
    const byClip = calibrate((noiseToClip) => ({ kind: "gaussian", noiseToClip }), {
      ...target,
      parameter: "noiseToClip",
    });
    const bySensitivity = calibrate((noiseMultiplier) => ({ kind: "gaussian", noiseMultiplier }), target);
    expect(byClip.value / bySensitivity.value / sensitivity).toBeCloseTo(1, 5);
    expect(byClip.guarantee.epsilon.upper).toBeLessThanOrEqual(1.5);
  });
});
