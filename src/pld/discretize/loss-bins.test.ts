import { describe, expect, it } from "vitest";
import { LossBins } from "./loss-bins.js";

/** Width 1e-7: the reach is a loss of 0.21. */
function bins(): LossBins {
  const found = new LossBins(1e-7);
  for (const [loss, mass] of [
    [-1, 0.1],
    [-0.05, 0.3],
    [0.05, 0.4],
    [1, 0.2],
  ] as const) {
    found.add(loss, mass * Math.exp(Math.min(0, -loss)), -mass * Math.expm1(-loss));
  }
  return found;
}

describe("losses out of reach of the bins", () => {
  it("count as infinite on the pessimistic side, in both directions", () => {
    const { loss, mass, infinityMass, reverseInfinityMass } = bins().pessimistic(0);
    expect(infinityMass).toBeCloseTo(0.2, 12);
    expect(reverseInfinityMass).toBeGreaterThanOrEqual(0.1 * Math.E + 0.2 / Math.E);
    expect(mass.reduce((sum, each) => sum + each, 0)).toBeCloseTo(0.8, 12);
    expect(loss[0]).toBeGreaterThan(-1); // raised from -1, so that its mass stays
  });

  it("are left out on the optimistic side", () => {
    const { mass, infinityMass, reverseInfinityMass } = bins().optimistic();
    expect(mass.reduce((sum, each) => sum + each, 0)).toBeCloseTo(0.7, 12);
    expect([infinityMass, reverseInfinityMass]).toEqual([0, 0]);
  });

  it("may be infinite", () => {
    const found = new LossBins(1);
    found.add(Infinity, 0, 0.5);
    expect(found.pessimistic(0).infinityMass).toBe(0.5);
  });
});

it("mirrors outcomes as if their images had been added, out of reach too", () => {
  const outcomes = [
    [0.013, 0.198, 0.002],
    [0.0471, 0.0955, 0.0045],
    [3e6, 0, 0.3],
  ] as const;
  const mirrored = new LossBins(1);
  const both = new LossBins(1);
  for (const [loss, common, difference] of outcomes) {
    mirrored.add(loss, common, difference);
    both.add(loss, common, difference);
    both.add(-loss, common, -difference);
  }
  mirrored.addMirrorImage();
  for (const [one, other] of [
    [mirrored.pessimistic(0), both.pessimistic(0)],
    [mirrored.optimistic(), both.optimistic()],
  ] as const) {
    expect(one.loss.length).toBe(other.loss.length);
    one.loss.forEach((loss, i) => {
      expect(loss).toBeCloseTo(other.loss[i]!, 14);
      expect(one.mass[i]).toBeCloseTo(other.mass[i]!, 14);
    });
    expect([one.infinityMass, one.reverseInfinityMass]).toEqual([
      other.infinityMass,
      other.reverseInfinityMass,
    ]);
  }
});

it("keeps outcomes that lie far apart, in order", () => {
  const found = new LossBins(1);
  const losses = [-2_000_000.5, -513.5, -511.5, -0.5, 0.5, 511.5, 512.5, 700.5, 2_000_000.5];
  for (const [i, loss] of losses.entries()) found.add(loss, 0.01 * (i + 1), loss < 0 ? -0.5 : 0.5);
  const merged = found.optimistic();
  expect(Array.from(merged.mass)).toEqual(losses.map((loss, i) => 0.01 * (i + 1) + (loss < 0 ? 0 : 0.5)));
  merged.loss.forEach((loss, i) => {
    expect(Math.floor(losses[i]!)).toBeLessThanOrEqual(loss);
    expect(loss).toBeLessThanOrEqual(Math.ceil(losses[i]!));
  });
  const split = found.pessimistic(0);
  const ends = losses.flatMap((loss) => [Math.floor(loss), Math.ceil(loss)]);
  expect(Array.from(split.loss)).toEqual([...new Set(ends)]);
  expect(split.mass.reduce((sum, each) => sum + each, 0)).toBeCloseTo(0.45 + 2.5, 12);
});

it("ends of neighbouring bins have the mass of both", () => {
  const found = new LossBins(0.5);
  for (const loss of [0.1, 0.4, 0.7, 1.2]) found.add(loss, 0.2 * Math.exp(-loss), -0.2 * Math.expm1(-loss));
  const { loss, mass } = found.pessimistic(0);
  expect(Array.from(loss)).toEqual([0, 0.5, 1, 1.5]);
  expect(mass.reduce((sum, each) => sum + each, 0)).toBeCloseTo(0.8, 12);
});
