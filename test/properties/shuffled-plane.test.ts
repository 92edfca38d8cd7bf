/**
 * Two and three shuffled Gaussian reports on a line and in the plane, by quadrature, against every proven
 * upper figure and the lower one.
 */
import { describe, expect, it } from "vitest";
import { deltas } from "../../src/accounting/index.js";
import type { Adjacency } from "../../src/privacy/index.js";
import { sampleUniform, seededSource } from "../../src/random/index.js";

/** In units of the clip bound. */
type Point = readonly [number, number];
type Neighbours = readonly [Point, Point];

const ZERO: Point = [0, 0];
const RIGHT: Point = [1, 0];
const LEFT: Point = [-1, 0];
const UP: Point = [0, 1];

const REACH = 9;

/** A report's likelihood about a record, over that of noise alone. */
const likelihood = ([x, y]: Point, [a, b]: Point, radius: number): number =>
  Math.exp(radius * (a * x + b * y) - (radius * radius * (a * a + b * b)) / 2);

/**
 * Nodes of the midpoint rule for the standard normal law of the plane; where nothing has a second coordinate,
 * of the line.
 */
function nodesOf(step: number, isFlat: boolean): { readonly at: Point; readonly mass: number }[] {
  const line: { readonly at: number; readonly mass: number }[] = [];
  for (let at = -REACH + step / 2; at < REACH; at += step) {
    line.push({ at, mass: (step * Math.exp((-at * at) / 2)) / Math.sqrt(2 * Math.PI) });
  }
  if (isFlat) return line.map(({ at, mass }) => ({ at: [at, 0], mass }));
  return line.flatMap((one) =>
    line.map((other) => ({ at: [one.at, other.at], mass: one.mass * other.mass })),
  );
}
interface Question {
  readonly neighbours: Neighbours;
  readonly radius: number;
  readonly epsilon: number;
}

/**
 * Two users. (P - e^epsilon Q) of the reports z, z' is the product of their likelihoods about the other's
 * record y times (xi(z) + xi(z')) / 2, xi(z) = (r_0 - e^epsilon r_1)(z) / r_y(z): the mean over two
 * independent values of xi, sorted.
 */
function deltaOfTwo(
  other: Point,
  { neighbours: [record, replacement], radius, epsilon }: Question,
  step: number,
): number {
  const isFlat = [other, record, replacement].every(([, y]) => y === 0);
  const values = nodesOf(step, isFlat).map(({ at, mass }) => {
    const about = likelihood(at, other, radius);
    const excess = likelihood(at, record, radius) - Math.exp(epsilon) * likelihood(at, replacement, radius);
    return { xi: excess / about, mass: mass * about };
  });
  values.sort((a, b) => a.xi - b.xi);
  // For rising xi, over the values xi' > -xi: their mass and their sum of mass times xi'.
  let [mass, sum, total, next] = [0, 0, 0, values.length - 1];
  for (const value of values) {
    while (next >= 0 && values[next]!.xi > -value.xi) {
      mass += values[next]!.mass;
      sum += values[next]!.mass * values[next]!.xi;
      next -= 1;
    }
    total += (value.mass * (value.xi * mass + sum)) / 2;
  }
  return total;
}

/** Random shifts of one point set, whose means are independent. */
const SHIFTS = 16;
const POINTS = 2 ** 10;
/** Of the mean of 16 values: by Student's law a false alarm of 5e-7. */
const DEVIATIONS = 8;
/** Powers of the root of g^7 = g + 1: the additive recurrence that fills six dimensions evenly. */
const STEPS = Array.from({ length: 6 }, (_, i) => 1.1127756842787055 ** -(i + 1));

interface Estimate {
  readonly mean: number;
  readonly error: number;
}

/**
 * Three users, by six-dimensional point sets: the mean over P of (1 - e^epsilon Q / P)_+, each a sum over six
 * permutations.
 */
function deltaOfThree(others: readonly [Point, Point], question: Question, seed: number): Estimate {
  const source = seededSource(seed);
  const means = Array.from({ length: SHIFTS }, () => {
    const shift = STEPS.map(() => sampleUniform(source));
    let sum = 0;
    for (let i = 0; i < POINTS; i++)
      sum += lossOfThree(
        others,
        question,
        shift.map((each, k) => (each + i * STEPS[k]!) % 1),
      );
    return sum / POINTS;
  });
  const mean = means.reduce((sum, each) => sum + each, 0) / SHIFTS;
  const variance = means.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (SHIFTS - 1);
  return { mean, error: DEVIATIONS * Math.sqrt(variance / SHIFTS) };
}

function lossOfThree(
  others: readonly [Point, Point],
  { neighbours: [record, replacement], radius, epsilon }: Question,
  uniforms: readonly number[],
): number {
  const records = [record, ...others] as const;
  const reports = records.map(([a, b], k): Point => {
    const length = Math.sqrt(-2 * Math.log(1 - uniforms[2 * k]!));
    const angle = 2 * Math.PI * uniforms[2 * k + 1]!;
    return [radius * a + length * Math.cos(angle), radius * b + length * Math.sin(angle)];
  });
  const about = (point: Point): number[] => reports.map((report) => likelihood(report, point, radius));
  const [one, other] = others.map(about) as [number[], number[]];
  /** What is left of the permanent when the changed user's report is the k-th. */
  const rest = [0, 1, 2].map((k) => {
    const [i, j] = [(k + 1) % 3, (k + 2) % 3];
    return one[i]! * other[j]! + one[j]! * other[i]!;
  });
  const density = (point: Point): number => about(point).reduce((sum, each, k) => sum + each * rest[k]!, 0);
  return Math.max(0, 1 - (Math.exp(epsilon) * density(replacement)) / density(record));
}

const RANDOM: readonly Point[] = (() => {
  const source = seededSource(23);
  return Array.from({ length: 6 }, (): Point => {
    const [length, angle] = [Math.sqrt(sampleUniform(source)), 2 * Math.PI * sampleUniform(source)];
    return [length * Math.cos(angle), length * Math.sin(angle)];
  });
})();

const PAIRS: readonly [Adjacency, Neighbours][] = [
  ["replace-one", [RIGHT, LEFT]],
  ["replace-one", [RANDOM[0]!, RANDOM[1]!]],
  ["zero-out", [RIGHT, ZERO]],
  ["zero-out", [ZERO, RIGHT]],
];
const ONE_OTHER: readonly Point[] = [LEFT, RIGHT, UP, ZERO, [-0.6, 0.8], RANDOM[2]!, RANDOM[3]!];
const TWO_OTHERS: readonly [Point, Point][] = [
  [LEFT, LEFT],
  [RIGHT, RIGHT],
  [ZERO, ZERO],
  [LEFT, RIGHT],
  [UP, [0, -1]],
  [UP, UP],
  [LEFT, UP],
  [RANDOM[4]!, RANDOM[5]!],
];

/** All methods' figures of a number of reports. */
function figuresOf(users: number, noiseToClip: number, adjacency: Adjacency, epsilon: number) {
  const { guarantees } = deltas(
    { kind: "shuffle", users, of: { kind: "gaussian", noiseToClip } },
    { adjacency, epsilon },
  );
  const proven = guarantees.filter(({ status }) => status === "proven");
  const upper = proven.filter(({ side }) => side === "upper").map(({ delta }) => delta.upper);
  const lower = proven.filter(({ side }) => side === "lower").map(({ delta }) => delta.lower);
  return { least: Math.min(...upper), greatest: Math.max(0, ...lower) };
}

const NOISES = [0.7, 1.5, 5];
const EPSILONS = [0, 0.3];

describe.each(NOISES)("noise %d C", (noiseToClip) => {
  const radius = 1 / noiseToClip;

  /** The largest share of the bound that any cohort reaches; the worst cohort reaches the lower figure. */
  function expectBetween(users: number, deltasOf: (question: Question) => readonly Estimate[]): void {
    let largest = 0;
    for (const adjacency of ["replace-one", "zero-out"] as const) {
      for (const epsilon of EPSILONS) {
        const { least, greatest } = figuresOf(users, noiseToClip, adjacency, epsilon);
        const found = PAIRS.filter(([kind]) => kind === adjacency).flatMap(([, neighbours]) =>
          deltasOf({ neighbours, radius, epsilon }),
        );
        for (const { mean, error } of found) expect(mean - error).toBeLessThanOrEqual(least);
        const worst = Math.max(...found.map(({ mean, error }) => mean + error));
        expect(worst).toBeGreaterThanOrEqual(greatest);
        largest = Math.max(largest, ...found.map(({ mean, error }) => (mean - error) / least));
      }
    }
    expect(largest).toBeGreaterThan(0.5); // half the bound would have been noticed
  }

  it("two reports", () => {
    expectBetween(2, (question) =>
      ONE_OTHER.map((other) => {
        const [coarse, fine] = [1 / 4, 1 / 6].map((step) => deltaOfTwo(other, question, step)) as [
          number,
          number,
        ];
        return { mean: fine, error: 2 * Math.abs(fine - coarse) + 1e-9 };
      }),
    );
  });

  it("three reports", { tags: ["long"] }, () => {
    expectBetween(3, (question) => TWO_OTHERS.map((others, i) => deltaOfThree(others, question, i)));
  });
});
