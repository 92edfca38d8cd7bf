/** The computed pair against the hull of its points, in integers of many digits: what its masses round is within what is added. */
import { describe, expect, it } from "vitest";
import { gaussianDelta } from "../../theorems/gaussian.js";
import type { Pmf } from "../pmf.js";
import { type ProfilePoint, profilePair } from "./profile-pair.js";

const SCALE = 2n ** 400n;

/** A double times the scale. */
function exactly(value: number): bigint {
  if (value === 0) return 0n;
  const exponent = Math.floor(Math.log2(Math.abs(value))) - 60;
  const mantissa = BigInt(value * 2 ** -exponent);
  return exponent < 0 ? (mantissa * SCALE) >> BigInt(-exponent) : (mantissa * SCALE) << BigInt(exponent);
}

const quotient = (a: bigint, b: bigint): bigint => (a * SCALE) / b;

interface Vertex {
  readonly x: bigint;
  readonly height: bigint;
}

/** The points and their mirror images, by rising x: of a convex profile all are on the hull. */
function verticesOf(points: readonly ProfilePoint[]): Vertex[] {
  const vertices = points.flatMap(({ epsilon, delta }) => {
    const [x, height] = [exactly(Math.exp(epsilon)), exactly(delta)];
    const mirrored = { x: quotient(SCALE, x), height: SCALE - quotient(SCALE - height, x) };
    return epsilon === 0 ? [{ x, height }] : [{ x, height }, mirrored];
  });
  return vertices.sort((a, b) => (a.x < b.x ? -1 : 1));
}

/** H of the law less the hull, at every vertex: between them both are straight. */
function gaps({ loss, mass, infinityMass }: Pmf, vertices: readonly Vertex[]): number[] {
  const logs = vertices.map(({ x }) => Math.log(Number(x >> 340n) / 2 ** 60));
  const weights = new Map<number, bigint>();
  let at = 0;
  loss.forEach((each, i) => {
    while (at + 1 < logs.length && Math.abs(logs[at + 1]! - each) < Math.abs(logs[at]! - each)) at++;
    weights.set(at, exactly(mass[i]!));
  });
  let [p, q] = [exactly(infinityMass), 0n];
  const differences: number[] = [];
  for (let i = vertices.length - 1; i >= 0; i--) {
    const { x, height } = vertices[i]!;
    differences.unshift(Number((p - (x * q) / SCALE - height) >> 200n) / 2 ** 200);
    const weight = weights.get(i) ?? 0n;
    p += weight;
    q += quotient(weight, x);
  }
  return differences;
}

const profileOf = (noiseMultiplier: number, step: number, count: number): ProfilePoint[] =>
  Array.from({ length: count }, (_, i) => ({
    epsilon: i * step,
    delta: gaussianDelta({ epsilon: i * step, noiseMultiplier }),
  }));

describe.each([
  [0.36, 0.11, 230],
  [0.36, 0.03, 600],
  [3, 0.02, 120],
  [40, 1e-3, 200],
])("a profile of noise %f, every %f, %i points", (noiseMultiplier, step, count) => {
  const points = profileOf(noiseMultiplier, step, count);
  const { pessimistic, optimistic } = profilePair(points).pmfs(1, 0);
  const vertices = verticesOf(points);

  it("is above the hull by the pessimistic law, below it by the optimistic one, and nearly at it by both", () => {
    const [above, below] = [gaps(pessimistic, vertices), gaps(optimistic, vertices)];
    expect(Math.min(...above)).toBeGreaterThan(0);
    expect(Math.max(...above)).toBeLessThan(16 * vertices.length * Number.EPSILON);
    if (optimistic.infinityMass > 0) expect(Math.max(...below)).toBeLessThan(0);
  });
});

it("adds little where large losses are rare, however many points there are", () => {
  const { infinityMass } = profilePair(profileOf(0.36, 0.05, 500)).pmfs(1, 0).pessimistic;
  expect(5000 * infinityMass).toBeLessThan(1.5e-9);
});
