import { describe, expect, it } from "vitest";
import { type CountBand, checkInBands } from "./check-in-bands.js";

/** P(K = k) for k = 0, 1, ... by its recurrence. */
function binomialMasses(users: number, rate: number): number[] {
  let mass = (1 - rate) ** users;
  return Array.from({ length: users + 1 }, (_, k) => {
    const here = mass;
    mass *= ((users - k) / (k + 1)) * (rate / (1 - rate));
    return here;
  });
}

describe("bands of the number of reports", () => {
  it.each([
    [10, 0.1, 1e-6],
    [100, 0.3, 1e-4],
    [500, 0.02, 1e-8],
    [500, 0.9, 1e-3],
  ])("of %i users at rate %d: a count's own band, or a worse one, has its weight", (users, rate, tail) => {
    const bands = checkInBands(users, rate, tail);
    const masses = binomialMasses(users, rate);
    const covers = ({ reports, samplingRate }: CountBand, count: number): boolean =>
      Math.max(1, count) >= reports && count <= samplingRate * users + 1e-9;
    const massOf = (holds: (count: number) => boolean): number =>
      masses.reduce((sum, mass, count) => sum + (holds(count) ? mass : 0), 0);
    const [low, middle, high] = bands as [CountBand, CountBand, CountBand];
    const isInner = (count: number): boolean => covers(middle, count);
    expect(massOf((count) => !bands.some((band) => covers(band, count)))).toBeLessThanOrEqual(2 * tail);
    expect(massOf((count) => !isInner(count) && covers(low, count))).toBeLessThanOrEqual(low.weight);
    expect(massOf((count) => !isInner(count) && covers(high, count))).toBeLessThanOrEqual(high.weight);
    expect(middle.weight).toBe(1);
    if (massOf((count) => count < middle.reports) > 0) expect(low.weight).toBeGreaterThan(0);
  });
});
