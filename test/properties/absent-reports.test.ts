/** Check-in of local reports, where "absent" hides: every cohort of a few users by enumeration. */
import { describe, expect, it } from "vitest";
import { deltas, guarantees } from "../../src/accounting/index.js";
import type { MechanismEvent } from "../../src/privacy/index.js";
import { type RandomSource, sampleInteger, sampleUniform, seededSource } from "../../src/random/index.js";
import { histogramLaw, hockeyStick } from "./shuffled-law.js";

/** The rows with "absent" as one more report. */
function withAbsent(matrix: readonly (readonly number[])[], joins: number): number[][] {
  return matrix.map((row) => [...row.map((each) => joins * each), 1 - joins]);
}

/** The largest delta over all pairs of records and all cohorts. */
function worstDelta(matrix: readonly (readonly number[])[], users: number, epsilon: number): number {
  let worst = 0;
  const cohorts = (size: number): number[][] =>
    size === 0 ? [[]] : cohorts(size - 1).flatMap((rest) => matrix.map((_, record) => [record, ...rest]));
  for (const others of cohorts(users - 1)) {
    if (others.some((record, i) => i > 0 && record < others[i - 1]!)) continue;
    const laws = matrix.map((row) => histogramLaw([row, ...others.map((record) => matrix[record]!)]));
    for (const one of laws)
      for (const other of laws) worst = Math.max(worst, hockeyStick(one, other, epsilon));
  }
  return worst;
}

function response(epsilon: number, categories: number): number[][] {
  const lie = 1 / (Math.exp(epsilon) + categories - 1);
  return Array.from({ length: categories }, (_, record) =>
    Array.from({ length: categories }, (_, report) => (record === report ? Math.exp(epsilon) * lie : lie)),
  );
}

/** Some randomizer that is epsilon-LDP: its probabilities are within e^epsilon of each other. */
function someRandomizer(epsilon: number, source: RandomSource): number[][] {
  const reports = 2 + sampleInteger(source, 2);
  const base = Array.from({ length: reports }, () => 0.2 + sampleUniform(source));
  return Array.from({ length: 2 + sampleInteger(source, 2) }, () => {
    const weights = base.map((each) => each * Math.exp((epsilon / 2) * sampleUniform(source)));
    const total = weights.reduce((sum, each) => sum + each, 0);
    return weights.map((each) => each / total);
  });
}

function figure(of: MechanismEvent, users: number, checkInRate: number, epsilon: number): number {
  const event = { kind: "checkInShuffle", users, checkInRate, of } as const;
  const { delta } = deltas(event, { adjacency: "replace-one", epsilon, method: "clones-2023-pld" });
  return delta["clones-2023-pld"]!.upper;
}

/** The rows of those who are drawn, in every way that there is. */
function samples(rows: readonly (readonly number[])[], size: number): (readonly number[])[][] {
  if (size === 0) return [[]];
  return rows.flatMap((row, i) => samples(rows.slice(i + 1), size - 1).map((rest) => [row, ...rest]));
}

/** The same of a sample of a fixed size: the mean over all of them. */
function worstSampledDelta(
  matrix: readonly (readonly number[])[],
  { users, sampled }: { readonly users: number; readonly sampled: number },
  epsilon: number,
): number {
  let worst = 0;
  const cohorts = (size: number, from = 0): number[][] =>
    size === 0
      ? [[]]
      : matrix.flatMap((_, record) =>
          record < from ? [] : cohorts(size - 1, record).map((rest) => [record, ...rest]),
        );
  for (const others of cohorts(users - 1)) {
    const laws = matrix.map((row) => {
      const drawn = samples([row, ...others.map((record) => matrix[record]!)], sampled);
      const mean = new Map<string, number>();
      for (const rows of drawn) {
        for (const [counts, mass] of histogramLaw(rows)) {
          mean.set(counts, (mean.get(counts) ?? 0) + mass / drawn.length);
        }
      }
      return mean;
    });
    for (const one of laws)
      for (const other of laws) worst = Math.max(worst, hockeyStick(one, other, epsilon));
  }
  return worst;
}

/** (1 / n) E(Z_1 + ... + Z_m + (n - m) (1 - e^epsilon))+ of binary response, report by report. */
function sampledBound(localEpsilon: number, users: number, sampled: number, epsilon: number): number {
  const x = Math.exp(epsilon);
  const most = Math.exp(localEpsilon);
  const each = 1 / (most + 1);
  let sums: readonly (readonly [value: number, mass: number])[] = [[(users - sampled) * (1 - x), 1]];
  for (let report = 0; report < sampled; report++) {
    sums = sums.flatMap(([value, mass]) => [
      [value + most - x, mass * each] as const,
      [value + 1 - x * most, mass * each] as const,
      [value, mass * (1 - 2 * each)] as const,
    ]);
  }
  return sums.reduce((sum, [value, mass]) => sum + Math.max(0, value) * mass, 0) / users;
}

const SIZES = [
  { users: 2, sampled: 1 },
  { users: 3, sampled: 2 },
  { users: 4, sampled: 1 },
  { users: 4, sampled: 2 },
];

function sampledFigure(of: MechanismEvent, size: (typeof SIZES)[number], epsilon: number): number {
  const event = { kind: "subsampledShuffle", ...size, of } as const;
  const { delta } = deltas(event, { adjacency: "replace-one", epsilon, method: "clones-2023-pld" });
  return delta["clones-2023-pld"]!.upper;
}

describe("users who are not drawn hide those who are", () => {
  it("of any randomizer no cohort is above", () => {
    const source = seededSource(11);
    let closest = 0;
    for (let i = 0; i < 3; i++) {
      const localEpsilon = 0.3 + 2.5 * sampleUniform(source);
      const matrix = someRandomizer(localEpsilon, source);
      for (const size of SIZES) {
        const end = Math.log1p((size.sampled / size.users) * Math.expm1(localEpsilon));
        for (const epsilon of [0, 0.3].map((share) => share * end)) {
          const exact = worstSampledDelta(matrix, size, epsilon);
          const asAny = sampledFigure({ kind: "local", epsilon: localEpsilon }, size, epsilon);
          const known = sampledFigure({ kind: "discreteChannel", matrix }, size, epsilon);
          expect(asAny).toBeGreaterThanOrEqual(exact * (1 - 1e-9));
          expect(known).toBeGreaterThanOrEqual(exact * (1 - 1e-9));
          closest = Math.max(closest, exact / known);
        }
      }
    }
    expect(closest).toBeGreaterThan(0.95);
  });

  it.each([2, 3, 4])("of %i-ary response no cohort is above, and one is near", (categories) => {
    let closest = 0;
    for (const size of SIZES) {
      for (const epsilon of [0, 0.05, 0.3]) {
        const exact = worstSampledDelta(response(1.5, categories), size, epsilon);
        const of = { kind: "randomizedResponse", epsilon: 1.5, categories } as const;
        const bound = sampledFigure(of, size, epsilon);
        expect(bound).toBeGreaterThanOrEqual(exact * (1 - 1e-9));
        closest = Math.max(closest, exact / bound);
      }
    }
    expect(closest).toBeGreaterThan(0.95);
  });

  it("the figure is the theorem's", () => {
    for (const localEpsilon of [0.5, 2, 4]) {
      for (const size of [...SIZES, { users: 9, sampled: 6 }, { users: 50, sampled: 7 }]) {
        for (const epsilon of [0.01, 0.05]) {
          const exact = sampledBound(localEpsilon, size.users, size.sampled, epsilon);
          const bound = sampledFigure({ kind: "local", epsilon: localEpsilon }, size, epsilon);
          expect(bound).toBeGreaterThanOrEqual(exact * (1 - 1e-9));
          expect(bound).toBeLessThanOrEqual(exact * 1.01 + 1e-9);
        }
      }
    }
  });

  it("a few of many users spend what a true cohort does", () => {
    const of = { kind: "local", epsilon: 4 } as const;
    const event = { kind: "subsampledShuffle", users: 10_000, sampled: 1000, of } as const;
    const { guarantees: figures } = guarantees(event, { adjacency: "replace-one", delta: 1e-6 });
    const figure = (method: string): number => figures.find((each) => each.method === method)!.epsilon.upper;
    expect(figure("clones-2023-pld")).toBeLessThan(1.02 * figure("cohort-lower"));
  });
});

const USERS = [1, 2, 3, 4];
const SETTINGS = [
  [0.3, 0.7],
  [0.8, 0.3],
  [0.5, 2],
] as const;

describe("users who are absent hide those who are not", () => {
  it.each(SETTINGS)("rate %f, response of epsilon %f: no cohort is above", (rate, localEpsilon) => {
    let closest = 0;
    for (const categories of [2, 3]) {
      const matrix = withAbsent(response(localEpsilon, categories), rate);
      for (const users of USERS) {
        for (const epsilon of [0, 0.1, 0.4].map((share) => share * localEpsilon)) {
          const exact = worstDelta(matrix, users, epsilon);
          const of = { kind: "randomizedResponse", epsilon: localEpsilon, categories } as const;
          const bound = figure(of, users, rate, epsilon);
          expect(bound).toBeGreaterThanOrEqual(exact * (1 - 1e-9));
          closest = Math.max(closest, exact / bound);
        }
      }
    }
    expect(closest).toBeGreaterThan(0.98);
  });

  it.each(SETTINGS)("rate %f, any randomizer of epsilon %f: no cohort is above", (rate, localEpsilon) => {
    const source = seededSource(42);
    const of = { kind: "local", epsilon: localEpsilon } as const;
    for (const users of USERS) {
      for (const epsilon of [0, 0.3 * localEpsilon]) {
        const bound = figure(of, users, rate, epsilon);
        const worst = [response(localEpsilon, 2), response(localEpsilon, 3)];
        const some = Array.from({ length: 8 }, () => someRandomizer(localEpsilon, source));
        for (const matrix of [...worst, ...some]) {
          expect(worstDelta(withAbsent(matrix, rate), users, epsilon)).toBeLessThanOrEqual(
            bound * (1 + 1e-9),
          );
        }
      }
    }
  });

  it("without absence: a case where the variation-ratio bound, 0.38224811, is no bound", () => {
    const exact = worstDelta(response(2, 4), 4, 0.5);
    expect(exact).toBeCloseTo(0.38233839, 8);
    expect(variationRatioDelta({ localEpsilon: 2, categories: 4, users: 4 }, 0.5)).toBeCloseTo(0.38224811, 8);
    const of = { kind: "randomizedResponse", epsilon: 2, categories: 4 } as const;
    expect(figure(of, 4, 1, 0.5)).toBeGreaterThanOrEqual(exact * (1 - 1e-12));
  });

  it("a channel: the figure of its matrix with one report more", () => {
    const matrix = [
      [0.6, 0.3, 0.1],
      [0.2, 0.3, 0.5],
    ];
    for (const users of USERS) {
      const exact = worstDelta(withAbsent(matrix, 0.4), users, 0.1);
      expect(figure({ kind: "discreteChannel", matrix }, users, 0.4, 0.1)).toBeGreaterThanOrEqual(exact);
    }
  });

  it("the settings of a public peer", () => {
    const at = (epsilon: number, checkInRate: number, users: number): number => {
      const of = { kind: "randomizedResponse", epsilon, categories: 10 } as const;
      const query = { adjacency: "replace-one", epsilon: 0, method: "clones-2023-pld" } as const;
      const event = { kind: "checkInShuffle", users, checkInRate, of } as const;
      const deltaAt = (target: number): number =>
        deltas(event, { ...query, epsilon: target }).delta["clones-2023-pld"]!.upper;
      let [low, high] = [0, 1];
      for (let i = 0; i < 24; i++) {
        const middle = (low + high) / 2;
        if (deltaAt(middle) > 1e-6) low = middle;
        else high = middle;
      }
      return high;
    };
    expect(at(1, 0.1, 1000)).toBeLessThan(0.0242);
    expect(at(4, 0.01, 1e5)).toBeLessThan(0.0095);
  });
});

/**
 * The variation-ratio figure of k-ary response, over all outcomes of its pair (arXiv:2304.05007): C of the
 * others fall on the changed user's two categories, A of them on the first; her report is on one of these two
 * or on neither, of which nothing is seen.
 */
function variationRatioDelta(
  {
    localEpsilon,
    categories,
    users,
  }: { readonly localEpsilon: number; readonly categories: number; readonly users: number },
  epsilon: number,
): number {
  const ratio = Math.exp(localEpsilon);
  const lie = 1 / (ratio + categories - 1);
  const binomial = (trials: number, chance: number, count: number): number => {
    let mass = chance ** count * (1 - chance) ** (trials - count);
    for (let i = 0; i < count; i++) mass *= (trials - i) / (i + 1);
    return mass;
  };
  /**
   * P(counts) of a user whose report is on the first category with one chance, on the second with another.
   */
  const massOf = (first: number, second: number, chances: readonly [number, number]): number => {
    const others = (a: number, b: number): number =>
      a < 0 || b < 0 || a + b > users - 1
        ? 0
        : binomial(users - 1, 2 * lie, a + b) * binomial(a + b, 1 / 2, a);
    return (
      chances[0] * others(first - 1, second) +
      chances[1] * others(first, second - 1) +
      (1 - chances[0] - chances[1]) * others(first, second)
    );
  };
  let delta = 0;
  for (let first = 0; first <= users; first++) {
    for (let second = 0; first + second <= users; second++) {
      const one = massOf(first, second, [ratio * lie, lie]);
      const other = massOf(first, second, [lie, ratio * lie]);
      delta += Math.max(0, one - Math.exp(epsilon) * other);
    }
  }
  return delta;
}
