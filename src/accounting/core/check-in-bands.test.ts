import { describe, expect, it } from "vitest";
import { checkInBands } from "./check-in-bands.js";

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
    let failed = 0;
    const counted = bands.map(() => 0);
    masses.forEach((mass, count) => {
      const place = bands.findIndex(
        ({ reports, samplingRate }) => Math.max(1, count) >= reports && count <= samplingRate * users + 1e-9,
      );
      if (place < 0) failed += mass;
      else counted[place]! += mass;
    });
    expect(failed).toBeLessThanOrEqual(2 * tail);
    const bySides = [counted[0]!, counted[0]! + counted[1]! + counted[2]!, counted[2]!];
    bands.forEach(({ weight }, i) => expect(weight).toBeGreaterThanOrEqual(bySides[i]! * (1 - 1e-9)));
  });
});
