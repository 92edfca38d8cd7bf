/**
 * Shuffled Gaussian reports of hostile cohorts in 3 to 50 dimensions, by their exact densities, against every
 * proven upper figure.
 */
import { describe, expect, it } from "vitest";
import { deltas } from "../../src/accounting/index.js";
import type { Adjacency } from "../../src/privacy/index.js";
import { fillNormals, seededSource } from "../../src/random/index.js";
import { shortAndLong } from "../short-and-long.js";
import { type Cohort, hostileCohorts, scaled, type Vector } from "./hostile-cohorts.js";
import { meanInterval } from "./mean-interval.js";
import { type ReportLikelihoods, shuffledDensities } from "./shuffled-densities.js";

const SEED = 1407;
/** Of one comparison; there are fewer than a thousand. */
const FALSE_ALARM = 1e-9;

interface Setting {
  readonly cohort: Cohort;
  readonly noiseToClip: number;
  readonly samples: number;
}

const drawnNoises = new Map<number, Float64Array>();

/** The seed's normals, the same for all cohorts of a size. */
function noisesOf(count: number): Float64Array {
  const noises = drawnNoises.get(count) ?? new Float64Array(count);
  if (!drawnNoises.has(count)) fillNormals(seededSource(SEED), noises, 1);
  drawnNoises.set(count, noises);
  return noises;
}

/**
 * log P/Q of samples from P, the laws of the shuffled reports with the one record and with each of those that
 * it may be changed to.
 */
function losses(
  { cohort, noiseToClip, samples }: Setting,
  from: Vector,
  changes: readonly Vector[],
): Float64Array[] {
  const inDeviations = (vector: Vector): Vector => scaled(vector, 1 / noiseToClip);
  const own = [from, ...changes].map(inDeviations);
  const others = cohort.records.map(inDeviations);
  const held = [own[0]!, ...others.flatMap((each, c) => Array<Vector>(cohort.sizes[c]!).fill(each))];
  const noise = noisesOf(samples * held.length * from.length);
  const report = new Float64Array(from.length);
  const found = changes.map(() => new Float64Array(samples));
  let drawn = 0;
  for (let sample = 0; sample < samples; sample++) {
    const reports = held.map((about): ReportLikelihoods => {
      for (let i = 0; i < about.length; i++) report[i] = noise[drawn + i]! + about[i]!;
      drawn += about.length;
      const likelihoodOf = (record: Vector): number => likelihood(report, record);
      return { own: own.map(likelihoodOf), others: others.map(likelihoodOf) };
    });
    const [p, ...changed] = shuffledDensities(reports, cohort.sizes);
    for (const [k, q] of changed.entries()) found[k]![sample] = Math.log(p! / q);
  }
  return found;
}

/** Of a report about a record, over that of noise alone. */
function likelihood(report: Float64Array, record: Vector): number {
  let exponent = 0;
  for (let i = 0; i < record.length; i++) exponent += record[i]! * (report[i]! - record[i]! / 2);
  return Math.exp(exponent);
}

const provenDeltas = new Map<string, number>();

/** The least of all methods' proven upper figures. */
function provenDelta(users: number, noiseToClip: number, adjacency: Adjacency, epsilon: number): number {
  const key = [users, noiseToClip, adjacency, epsilon].join();
  if (!provenDeltas.has(key)) {
    const { guarantees } = deltas(
      { kind: "shuffle", users, of: { kind: "gaussian", noiseToClip } },
      { adjacency, epsilon },
    );
    const proven = guarantees.filter(({ side, status }) => side === "upper" && status === "proven");
    expect(proven.map(({ method }) => method)).toContain("transposition-pld");
    provenDeltas.set(key, Math.min(...proven.map(({ delta }) => delta.upper)));
  }
  return provenDeltas.get(key)!;
}

interface Share {
  readonly of: string;
  /** Of the proven bound, with confidence 1 - FALSE_ALARM. */
  readonly atLeast: number;
}

/** What a cohort's divergences make of the bound: the record replaced, left out and put in. */
function sharesOfBound({ cohort, noiseToClip, samples }: Setting): Share[] {
  const [record, replacement] = cohort.neighbours;
  const zero = scaled(record, 0);
  const users = 1 + cohort.sizes.reduce((sum, size) => sum + size, 0);
  const unit = Math.sqrt(Math.expm1(4 / noiseToClip ** 2) / users);
  const setting = { cohort, noiseToClip, samples };
  const [replaced, leftOut] = losses(setting, record, [replacement, zero]);
  const [putIn] = losses(setting, zero, [record]);
  const cases = [
    ["replace-one", replaced!],
    ["zero-out", leftOut!],
    ["zero-out", putIn!],
  ] as const;
  return cases.flatMap(([adjacency, found]) =>
    [0, 0.3, 1].map((deviations) => {
      const epsilon = deviations * Math.min(1, unit);
      const values = found.map((loss) => Math.max(0, -Math.expm1(epsilon - loss)));
      const { lower } = meanInterval(values, FALSE_ALARM);
      return {
        of: `${cohort.name}, ${adjacency}, ${users} users, noise ${noiseToClip}, epsilon ${epsilon}`,
        atLeast: lower / provenDelta(users, noiseToClip, adjacency, epsilon),
      };
    }),
  );
}

function expectBelowBound(shares: readonly Share[]): void {
  expect(shares.filter(({ atLeast }) => atLeast > 1)).toEqual([]);
  // Half the bound would have been noticed.
  expect(Math.max(...shares.map(({ atLeast }) => atLeast))).toBeGreaterThan(0.5);
}

describe("few reports", () => {
  for (const [cases, options] of shortAndLong([3, 10, 50], (dimension) => dimension !== 50)) {
    it.each(cases)("in dimension %i: no cohort shows more than the proven bound", options, (dimension) => {
      expectBelowBound(
        [5, 12].flatMap((users) =>
          [0.8, 3].flatMap((noiseToClip) =>
            hostileCohorts(dimension, users - 1).flatMap((cohort) =>
              sharesOfBound({ cohort, noiseToClip, samples: 1200 }),
            ),
          ),
        ),
      );
    });
  }
});

describe("many reports", () => {
  const [record, opposite, aside] = [
    [1, 0, 0, 0],
    [-1, 0, 0, 0],
    [0, 1, 0, 0],
  ] as const;
  const among = (name: string, records: readonly Vector[], sizes: readonly number[]): Cohort => {
    return { name, records, sizes, neighbours: [record, opposite] };
  };
  const COHORTS = [
    among("all opposite", [opposite], [99]),
    among("all aside", [aside], [99]),
    among("a minority at the record", [opposite, record], [96, 3]),
    among("a minority aside", [opposite, aside], [98, 1]),
    among("two clusters", [opposite, record], [50, 49]),
    among("three clusters", [opposite, record, aside], [12, 12, 12]),
  ];

  it("no cohort shows more than the proven bound", { tags: ["long"] }, () => {
    expectBelowBound(
      COHORTS.flatMap((cohort) =>
        [0.5, 1.5].flatMap((noiseToClip) => sharesOfBound({ cohort, noiseToClip, samples: 1500 })),
      ),
    );
  });
});
