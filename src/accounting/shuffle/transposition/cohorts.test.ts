/**
 * Shuffled Gaussian reports of hostile cohorts, by their exact likelihood ratio, against the bound for all
 * cohorts.
 */
import { describe, expect, it } from "vitest";
import { fillNormals, type RandomSource, seededSource } from "../../../random/index.js";
import { hiddenTransposition } from "./hidden-transposition.js";
import { meanExceedance } from "./mean-exceedance.js";
import { type Neighbours, recordToZero, replacedRecord, zeroToRecord } from "./neighbours.js";

type Vector = readonly number[];

/** False alarms: at most 1e-9 for each comparison, by the normal law. */
const DEVIATIONS = 6;

const dot = (a: Vector, b: Vector): number => a.reduce((sum, each, i) => sum + each * b[i]!, 0);
const scaled = (a: Vector, factor: number): Vector => a.map((each) => each * factor);

function report(record: Vector, source: RandomSource): number[] {
  const noise = new Float64Array(record.length);
  fillNormals(source, noise, 1);
  return record.map((each, i) => each + noise[i]!);
}

/**
 * For each report the weight of all ways to hand the others out among the others' records, over the law of
 * noise alone.
 */
function handedOut(others: readonly Vector[], reports: readonly Vector[]): number[] {
  let weights = new Map([[0, 1]]);
  for (const record of others) {
    const next = new Map<number, number>();
    const ratios = reports.map((z) => Math.exp(dot(record, z) - dot(record, record) / 2));
    for (const [taken, weight] of weights) {
      ratios.forEach((ratio, i) => {
        if (!(taken & (1 << i))) {
          const more = taken | (1 << i);
          next.set(more, (next.get(more) ?? 0) + weight * ratio);
        }
      });
    }
    weights = next;
  }
  const all = (1 << reports.length) - 1;
  return reports.map((_, i) => weights.get(all ^ (1 << i))!);
}

interface Estimate {
  readonly mean: number;
  readonly deviation: number;
}

/**
 * H_x of the shuffled reports with the first record against those with the second, by samples of the two
 * laws' mean.
 */
function divergence(
  [from, to]: readonly [Vector, Vector],
  others: readonly Vector[],
  x: number,
  source: RandomSource,
): Estimate {
  const samples = 2000;
  let [sum, squares] = [0, 0];
  for (let i = 0; i < samples; i++) {
    const reports = [i % 2 ? from : to, ...others].map((record) => report(record, source));
    const weights = handedOut(others, reports);
    const density = (record: Vector): number =>
      reports.reduce(
        (total, z, k) => total + weights[k]! * Math.exp(dot(record, z) - dot(record, record) / 2),
        0,
      );
    const [p, q] = [density(from), density(to)];
    const value = Math.max(0, (2 * (p - x * q)) / (p + q));
    sum += value;
    squares += value * value;
  }
  const mean = sum / samples;
  return { mean, deviation: Math.sqrt(Math.max(0, squares / samples - mean * mean) / samples) };
}

const [X, Y, Z, W] = [
  [1, 0, 0, 0],
  [0, 1, 0, 0],
  [0, 0, 1, 0],
  [0, 0, 0, 1],
] as const;
const minus = (a: Vector): Vector => scaled(a, -1);
const COHORTS: readonly (readonly [string, readonly Vector[]])[] = [
  ["all at the old record", [X, X, X, X]],
  ["all opposite", [minus(X), minus(X), minus(X), minus(X)]],
  ["one at the far end", [minus(X), minus(X), minus(X), X]],
  ["orthogonal", [Y, Z, W, minus(Y)]],
  ["all aside", [Y, Y, Y, Y]],
  ["in the middle", [scaled(X, 0), scaled(X, 0), scaled(X, 0), scaled(X, 0)]],
];

describe("five shuffled reports", () => {
  it.each(COHORTS)("%s", { tags: ["slow"] }, (_, others) => {
    const source = seededSource(11);
    let tightest = 0;
    for (const radius of [0.02, 0.3]) {
      const bound = hiddenTransposition(radius, 5);
      const cases: [Neighbours, Vector, Vector][] = [
        [replacedRecord(2 * radius), X, minus(X)],
        [recordToZero(radius), X, scaled(X, 0)],
        [zeroToRecord(radius), scaled(X, 0), X],
      ];
      for (const [neighbours, from, to] of cases) {
        for (const x of [1, 1 + radius]) {
          const pair = [scaled(from, radius), scaled(to, radius)] as const;
          const { mean, deviation } = divergence(
            pair,
            others.map((each) => scaled(each, radius)),
            x,
            source,
          );
          const most = bound(neighbours, x, [5])[0]!;
          expect(mean - DEVIATIONS * deviation).toBeLessThanOrEqual(most);
          tightest = Math.max(tightest, mean / most);
        }
      }
    }
    expect(tightest).toBeGreaterThan(0.7); // the bound is not far
  });
});

describe("S is for records in a ball", () => {
  it("records at the corners of a simplex, no further apart than the ball is wide, stand out more", () => {
    const [radius, level, samples] = [0.357, 1.5, 2000];
    const source = seededSource(12);
    const length = Math.SQRT2 * radius; // two corners are 2 radius apart
    let [sum, squares] = [0, 0];
    for (let i = 0; i < samples; i++) {
      const z = report([length, ...Array<number>(199).fill(0)], source);
      const ratios = z.map((each) => Math.exp(length * each - (length * length) / 2));
      const average = ratios.reduce((total, each) => total + each, 0) / ratios.length;
      const value = Math.max(0, 1 - (level * average) / ratios[0]!);
      sum += value;
      squares += value * value;
    }
    const mean = sum / samples;
    const deviation = Math.sqrt((squares / samples - mean * mean) / samples);
    expect(mean - DEVIATIONS * deviation).toBeGreaterThan(meanExceedance(radius, level));
    // A ball that holds them.
    expect(mean + DEVIATIONS * deviation).toBeLessThan(meanExceedance(length, level));
  });
});
