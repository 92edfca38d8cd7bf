import { describe, expect, it } from "vitest";
import { shortAndLong } from "../../../../test/short-and-long.js";
import { hiddenTransposition } from "./hidden-transposition.js";
import { recordToZero, zeroToRecord } from "./neighbours.js";
import { transpositionProfile } from "./transposition-profile.js";

const density = (z: number, mean: number): number => Math.exp((-(z - mean) * (z - mean)) / 2);
const STEP = 0.0005;

/**
 * The hockey-stick divergence of one report of a user drawn with probability `rate`, else of a user at
 * `other`.
 */
function oneReport(rate: number, [from, to]: readonly [number, number], other: number, x: number): number {
  let sum = 0;
  for (let z = -14; z < 14; z += STEP) {
    const rest = (1 - rate) * density(z, other);
    const [p, q] = [rest + rate * density(z, from), rest + rate * density(z, to)];
    sum += (STEP * Math.max(0, p - x * q)) / Math.sqrt(2 * Math.PI);
  }
  return sum;
}

describe("the profile of one sampled report", () => {
  for (const [cases, options] of shortAndLong(
    [0.2, 0.6, 1.2].flatMap((radius) => [0.02, 0.3, 0.9].map((rate) => [radius, rate] as const)),
    ([radius, rate]) => radius !== 0.6 || rate !== 0.3,
    { tags: ["slow"] },
  )) {
    it.each(cases)("is above every cohort's, radius %d, rate %d", options, (radius, samplingRate) => {
      const bands = [{ reports: 1, samplingRate, weight: 1, leastWeight: 1 }];
      for (const toZero of [true, false]) {
        const points = transpositionProfile({ radius, toZero, bands, leastDelta: 1e-6 });
        const changes = toZero
          ? ([
              [1, 0],
              [0, 1],
            ] as const)
          : ([
              [1, -1],
              [1, 0.2],
            ] as const);
        for (const { epsilon, delta } of points.slice(0, 30)) {
          for (const [from, to] of changes) {
            for (const other of [-1, 0, 1]) {
              const exact = oneReport(
                samplingRate,
                [radius * from, radius * to],
                radius * other,
                Math.exp(epsilon),
              );
              expect(exact).toBeLessThanOrEqual(delta * (1 + 1e-6) + 1e-8);
            }
          }
        }
      }
    });
  }
});

describe("bands of many reports", () => {
  const band = (reports: number, samplingRate: number, weight: number) => ({
    reports,
    samplingRate,
    weight,
    leastWeight: weight,
  });
  const [some, more] = [band(5e6, 0.1, 0.25), band(6e6, 0.1001, 0.75)];
  const profileOf = (bands: Parameters<typeof transpositionProfile>[0]["bands"]) =>
    transpositionProfile({ radius: 0.1, toZero: true, bands, leastDelta: 1e-6 });

  it("weigh what each of them spends, and hide better than fewer reports", () => {
    const [first, second] = [some, more].map((one) => profileOf([{ ...one, weight: 1 }])[0]!.delta);
    const ratio = profileOf([some, more])[0]!.delta / (0.25 * first! + 0.75 * second!);
    expect(ratio).toBeGreaterThan(1 - 1e-9);
    expect(ratio).toBeLessThan(1.002); // splits suit the fewest reports
    expect(second! / first!).toBeCloseTo(1.001 * Math.sqrt(5 / 6), 2);
  });

  it("hide by the root of their number, up to the most that there may be", { tags: ["slow"] }, () => {
    const [many, most] = [1e8, 1e12].map((reports) => profileOf([band(reports, 1, 1)])[0]!.delta);
    expect(most! / many!).toBeCloseTo(1e-2, 3);
  });

  it("are looked at one by one where their rates differ", () => {
    const apart = profileOf([some, { ...more, samplingRate: 0.2 }]);
    expect(apart[0]!.delta).toBeLessThan(
      0.98 * profileOf([{ ...some, samplingRate: 0.2, weight: 1 }])[0]!.delta,
    );
  });
});

describe("the profile of several bands", () => {
  const [radius, reports] = [0.4, 60];
  const band = (samplingRate: number, weight: number) => ({
    reports,
    samplingRate,
    weight,
    leastWeight: weight,
  });
  const pointsOf = (bands: readonly ReturnType<typeof band>[], leastDelta: number) =>
    transpositionProfile({ radius, toZero: true, bands, leastDelta }).map(({ epsilon, delta }) => {
      return { gain: Math.expm1(epsilon), delta };
    });
  const alongChords = (points: ReturnType<typeof pointsOf>, gain: number): number => {
    const next = points.findIndex((point) => point.gain >= gain * (1 - 1e-12));
    const [from, to] = [points[Math.max(0, next - 1)]!, points[next]!];
    if (to.gain === 0) return to.delta;
    return from.delta + ((gain - from.gain) / (to.gain - from.gain)) * (to.delta - from.delta);
  };

  it("is the sum of theirs along chords, and no less where some have no more points", {
    tags: ["slow"],
  }, () => {
    const shares = [
      [0.3, 0.5],
      [0.4, 0.3],
      [0.95, 0.2],
    ] as const;
    const singles = shares.map(([rate]) => pointsOf([band(rate, 1)], 1e-9));
    const together = pointsOf(
      shares.map(([rate, weight]) => band(rate, weight)),
      1e-4,
    );
    const last = together.at(-1)!.gain;
    for (const { gain, delta } of together) {
      const sum = shares.reduce((total, [, weight], i) => total + weight * alongChords(singles[i]!, gain), 0);
      expect(delta).toBeGreaterThan(sum * (1 - 1e-9));
      if (gain < (0.3 / 0.95) * last * (1 - 1e-9)) expect(delta).toBeLessThan(sum * (1 + 1e-9));
    }
    expect(together.length).toBeGreaterThan(2 * singles[0]!.length);
  });
});

it("of a zero-out has the larger one of both directions", { tags: ["slow"] }, () => {
  const [radius, reports] = [0.4, 100];
  const bands = [{ reports, samplingRate: 1, weight: 1, leastWeight: 1 }];
  const bound = hiddenTransposition(radius, reports);
  let largest = 1;
  for (const { epsilon, delta } of transpositionProfile({ radius, toZero: true, bands, leastDelta: 1e-6 })) {
    const directions = [recordToZero(radius), zeroToRecord(radius)].map(
      (neighbours) => bound(neighbours, Math.exp(epsilon), [reports])[0]!,
    );
    for (const each of directions) expect(delta).toBeGreaterThan(each * (1 - 1e-9));
    largest = Math.max(largest, Math.max(...directions) / Math.min(...directions));
  }
  expect(largest).toBeGreaterThan(1.01); // they differ
});
