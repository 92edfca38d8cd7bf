import { describe, expect, it } from "vitest";
import { baselineEpsilon, shuffledRdp } from "../../experiments/gdd21/_internal/appendix-a-baseline.js";

/** The law of the number of ones among binary responses, each true with e^eps0 to one. */
function countsOf(bits: readonly number[], localEpsilon: number): number[] {
  const truth = Math.exp(localEpsilon) / (1 + Math.exp(localEpsilon));
  return bits.reduce(
    (law, bit) => {
      const one = bit === 1 ? truth : 1 - truth;
      const longer = law.concat(0);
      return longer.map((mass, ones) => mass * (1 - one) + (ones > 0 ? law[ones - 1]! * one : 0));
    },
    [1],
  );
}

function divergence(first: readonly number[], second: readonly number[], order: number): number {
  const moment = first.reduce((sum, mass, i) => sum + second[i]! * (mass / second[i]!) ** order, 0);
  return Math.log(moment) / (order - 1);
}

describe("the baseline of GDD21's Appendix A", () => {
  it.each([
    [0.5, 2],
    [1, 10],
    [1, 200],
    [2, 60],
    [2, 250],
    [3, 30],
  ])("is above every shuffle of binary responses (eps0 = %f, %i users)", (localEpsilon, users) => {
    for (const order of [2, 3, 5, 12]) {
      const bound = shuffledRdp({ localEpsilon, users }, order);
      for (const ones of new Set([0, 1, Math.floor(users / 2), users - 1])) {
        const others = Array.from({ length: users - 1 }, (_, i) => Number(i < ones));
        const [zero, one] = [0, 1].map((bit) => countsOf([...others, bit], localEpsilon));
        expect(divergence(zero!, one!, order)).toBeLessThanOrEqual(bound);
        expect(divergence(one!, zero!, order)).toBeLessThanOrEqual(bound);
      }
    }
  });

  it("is the formula at order 3, and within a factor of the truth for many users", () => {
    const [localEpsilon, users] = [1, 1e6];
    const clones = Math.floor((users - 1) / (2 * Math.E)) + 1;
    const square = (3 * (Math.E - 1) ** 2) / (clones * Math.E);
    const gamma = Math.sqrt(Math.PI) / 2;
    const cube = 3 * gamma * ((Math.E - 1 / Math.E) ** 2 / (2 * clones)) ** 1.5;
    expect(shuffledRdp({ localEpsilon, users }, 3)).toBeCloseTo(Math.log1p(square + cube) / 2, 15);
    const others = Array.from({ length: 399 }, () => 0);
    const truth = divergence(countsOf([...others, 1], 1), countsOf([...others, 0], 1), 2);
    expect(shuffledRdp({ localEpsilon: 1, users: 400 }, 2) / truth).toBeLessThan(6);
  });

  it("converts where nothing is sampled away, and is more with more rounds and fewer users", () => {
    const run = { localEpsilon: 2, users: 60_000, sampled: 2000, rounds: 6000, delta: 1e-5 };
    expect(baselineEpsilon(run)).toBeCloseTo(6.0623, 3);
    expect(baselineEpsilon({ ...run, rounds: 7000 })).toBeGreaterThan(baselineEpsilon(run));
    expect(baselineEpsilon({ ...run, users: 80_000 })).toBeLessThan(baselineEpsilon(run));
  });
});
