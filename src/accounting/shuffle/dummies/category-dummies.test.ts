/** Random numbers of dummies for each category: exact laws by enumeration. */
import { describe, expect, it } from "vitest";
import { PrivacyLossDistribution } from "../../../pld/privacy-loss-distribution.js";
import { categoryDummiesGuarantee, movedCountPairs } from "./category-dummies.js";

function law(centre: number, scale: number, last: number): number[] {
  const masses = Array.from({ length: last + 1 }, (_, n) => Math.exp(-Math.abs(n - centre) / scale));
  const total = masses.reduce((sum, mass) => sum + mass, 0);
  return masses.map((mass) => mass / total);
}

/** delta of (N + 1, N'), (N, N' + 1), or of one count. */
function enumerated(masses: readonly number[], epsilon: number, counts: 1 | 2): number {
  const [more, same] = [
    [0, ...masses],
    [...masses, 0],
  ];
  let delta = 0;
  for (const [i, p] of more.entries()) {
    if (counts === 1) delta += Math.max(0, p - Math.exp(epsilon) * same[i]!);
    else {
      for (const [j, other] of same.entries()) {
        delta += Math.max(0, p * other - Math.exp(epsilon) * same[i]! * more[j]!);
      }
    }
  }
  return delta;
}

describe("random numbers of dummies", () => {
  it.each([true, false])("constant total %s: the guarantee, and the whole profile", (isTotalConstant) => {
    const dummies = { centre: 11, laplaceScale: 3.1, isTotalConstant };
    const masses = law(11, 3.1, isTotalConstant ? 22 : 300);
    const counts = isTotalConstant ? 1 : 2;
    const { epsilon, delta } = categoryDummiesGuarantee(dummies);
    expect(epsilon).toBeCloseTo(counts / 3.1, 12);
    expect(delta).toBeCloseTo(enumerated(masses, epsilon, counts), 12);
    const loss = new PrivacyLossDistribution(movedCountPairs(dummies).map((pair) => ({ pair, times: 1 })));
    for (const each of [0, 0.1, 0.2, 0.5, 0.7]) {
      const { lower, upper } = loss.deltaAtEpsilon(each);
      const exact = enumerated(masses, each, counts);
      expect(lower).toBeLessThanOrEqual(exact * (1 + 1e-9));
      expect(upper).toBeGreaterThanOrEqual(exact * (1 - 1e-9));
      expect(upper - lower).toBeLessThan(0.02 * exact + 1e-9);
    }
  });

  it("the example: 212 dummies, whatever the number of users", () => {
    const example = { centre: 106, laplaceScale: 9.758 };
    const independent = categoryDummiesGuarantee({ ...example, isTotalConstant: false });
    expect(independent.epsilon.toFixed(4)).toBe("0.2050");
    expect(independent.delta.toExponential(2)).toBe("9.81e-7");
    const constant = categoryDummiesGuarantee({ ...example, isTotalConstant: true });
    expect(constant.epsilon.toFixed(4)).toBe("0.1025");
    expect(constant.delta.toExponential(2)).toBe("9.81e-7");
  });
});
