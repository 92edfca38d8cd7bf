/**
 * The computed pair against the hull of its points, in integers of many digits: what its masses round is
 * within what is added.
 */
import { describe, expect, it } from "vitest";
import { gaussianDelta } from "../../accounting/theorems/gaussian.js";
import type { Pmf } from "../pmf.js";
import { type ProfilePoint, profilePair } from "./profile-pair.js";

const DIGITS = 2000n;
const SCALE = 2n ** DIGITS;

/** A double times the scale. */
function exactly(value: number): bigint {
  if (value === 0) return 0n;
  const exponent = Math.floor(Math.log2(Math.abs(value))) - 60;
  const mantissa = BigInt(value * 2 ** -exponent);
  return exponent < 0 ? (mantissa * SCALE) >> BigInt(-exponent) : (mantissa * SCALE) << BigInt(exponent);
}

const quotient = (a: bigint, b: bigint): bigint => (a * SCALE) / b;

function logOf(value: bigint): number {
  const digits = BigInt(value.toString(2).length);
  return Math.log(Number((value << 60n) >> digits) / 2 ** 60) + Number(digits - DIGITS) * Math.LN2;
}

interface Vertex {
  readonly x: bigint;
  readonly height: bigint;
}

/** The lower hull of the points and their mirror images, by rising x. */
function verticesOf(points: readonly ProfilePoint[]): Vertex[] {
  const vertices = points.flatMap(({ epsilon, delta }) => {
    const [x, height] = [exactly(Math.exp(epsilon)), exactly(delta)];
    const mirrored = { x: quotient(SCALE, x), height: SCALE - quotient(SCALE - height, x) };
    return epsilon === 0 ? [{ x, height }] : [{ x, height }, mirrored];
  });
  const hull: Vertex[] = [{ x: 0n, height: SCALE }];
  for (const vertex of vertices.sort((a, b) => (a.x < b.x ? -1 : 1))) {
    while (hull.length > 1 && !isBelowChord(hull.at(-2)!, hull.at(-1)!, vertex)) hull.pop();
    hull.push(vertex);
  }
  return hull.slice(1);
}

function isBelowChord(from: Vertex, between: Vertex, to: Vertex): boolean {
  const [first, second] = [between.x - from.x, to.x - between.x];
  return (between.height - from.height) * second < (to.height - between.height) * first;
}

/** H of the law less the hull, at every vertex: between them both are straight. */
function gaps({ loss, mass, infinityMass }: Pmf, vertices: readonly Vertex[]): number[] {
  const logs = vertices.map(({ x }) => logOf(x));
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
    differences.unshift(Number((p - (x * q) / SCALE - height) >> (DIGITS - 200n)) / 2 ** 200);
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

/** Of a sample of the users. */
const sampled = (points: readonly ProfilePoint[], rate: number): ProfilePoint[] =>
  points.map(({ epsilon, delta }) => ({
    epsilon: Math.log1p(rate * Math.expm1(epsilon)),
    delta: rate * delta,
  }));

/** Ever longer steps, as far as delta is a number that counts. */
const growing = (noiseMultiplier: number, first: number, count: number): ProfilePoint[] =>
  Array.from({ length: count }, (_, i) => first * 1.06 ** i - first)
    .map((epsilon) => ({ epsilon, delta: gaussianDelta({ epsilon, noiseMultiplier }) }))
    .filter(({ delta }) => delta > 1e-290);

describe.each([
  ["noise 0.36, 230 points", profileOf(0.36, 0.11, 230)],
  ["noise 0.36, 600 points", profileOf(0.36, 0.03, 600)],
  ["noise 3, 120 points", profileOf(3, 0.02, 120)],
  ["noise 40, 200 points", profileOf(40, 1e-3, 200)],
  ["noise 0.1, growing steps", growing(0.1, 0.02, 150)],
  ["noise 0.06, growing steps", growing(0.06, 1e-4, 240)],
  ["noise 7, growing steps", growing(7, 1e-6, 260)],
  ["noise 200, growing steps", growing(200, 1e-7, 240)],
  ["a sample of 1 % at noise 0.2", sampled(growing(0.2, 1e-3, 170), 0.01)],
  ["a sample of a millionth at noise 0.5", sampled(growing(0.5, 1e-3, 150), 1e-6)],
])("a profile of %s", (_, points) => {
  const { pessimistic, optimistic } = profilePair(points).pmfs(1, 0);
  const vertices = verticesOf(points);

  it("is above the hull by the pessimistic law, below it by the optimistic one, and nearly at it by both", () => {
    const [above, below] = [gaps(pessimistic, vertices), gaps(optimistic, vertices)];
    expect(Math.min(...above)).toBeGreaterThan(0);
    expect(Math.max(...above)).toBeLessThan(32 * Number.EPSILON);
    if (optimistic.infinityMass > 0) expect(Math.max(...below)).toBeLessThan(0);
  });
});

it("adds little where large losses are rare, however many points there are", () => {
  const { infinityMass } = profilePair(profileOf(0.36, 0.05, 500)).pmfs(1, 0).pessimistic;
  expect(5000 * infinityMass).toBeLessThan(5e-11);
});
