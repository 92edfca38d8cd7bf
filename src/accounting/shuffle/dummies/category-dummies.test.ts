/** Random numbers of dummies for each category: exact laws by enumeration. */
import { describe, expect, it } from "vitest";
import { PrivacyLossDistribution } from "../../../pld/privacy-loss-distribution.js";
import { deltas, guarantees } from "../../index.js";
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

/** A message names each of three categories with these chances; every count is seen. */
function deltaOfMessages(
  masses: readonly number[],
  rows: readonly [readonly number[], readonly number[]],
  epsilon: number,
): number {
  const [one, other] = rows.map((row) => (counts: readonly number[]) => {
    let sum = 0;
    row.forEach((chance, named) => {
      const dummies = counts.map((count, category) => masses[count - Number(category === named)] ?? 0);
      sum += chance * dummies.reduce((product, mass) => product * mass, 1);
    });
    return sum;
  });
  let delta = 0;
  const numbers = Array.from({ length: masses.length + 1 }, (_, count) => count);
  for (const a of numbers) {
    for (const b of numbers) {
      for (const c of numbers) {
        delta += Math.max(0, one!([a, b, c]) - Math.exp(epsilon) * other!([a, b, c]));
      }
    }
  }
  return delta;
}

describe("the event of random numbers of dummies", () => {
  const event = { kind: "dummyCounts", categories: 3, laplaceScale: 1.2, centre: 4 } as const;
  const masses = law(4, 1.2, 40);
  const asked = { adjacency: "replace-one", method: "dummies-pld" } as const;

  it.each([0.2, 0.9, 1.5])("of true messages is exact, over all counts: epsilon %d", (epsilon) => {
    const exact = deltaOfMessages(
      masses,
      [
        [1, 0, 0],
        [0, 1, 0],
      ],
      epsilon,
    );
    const [found] = deltas(event, { ...asked, epsilon }).guarantees;
    expect(found!.delta.upper).toBeGreaterThanOrEqual(exact * (1 - 1e-9));
    expect(found!.delta.lower).toBeLessThanOrEqual(exact * (1 + 1e-9));
    expect(found!.delta.upper / exact - 1).toBeLessThan(0.02);
    expect(found!.assumptions).toEqual(["honest-shuffler-alone"]);
  });

  it.each([0.4, 1.2, 3])(
    "of randomized messages spends no more than is said: local epsilon %d",
    { tags: ["slow"] },
    (localEpsilon) => {
      const lie = 1 / (Math.exp(localEpsilon) + 2);
      const truth = 1 - 2 * lie;
      const rows = [
        [truth, lie, lie],
        [lie, truth, lie],
      ] as const;
      for (const epsilon of [0.1, 0.35]) {
        const [found] = deltas({ ...event, epsilon: localEpsilon }, { ...asked, epsilon }).guarantees;
        expect(found!.delta.upper).toBeGreaterThanOrEqual(deltaOfMessages(masses, rows, epsilon));
        // A message that says less than the counts needs no dummies.
        expect(found!.assumptions).toEqual(localEpsilon < 2 / 1.2 ? [] : ["honest-shuffler-alone"]);
      }
    },
  );

  it("is charged for each scale as it is: a larger one leaves a category without dummies more often", () => {
    const scales = Array.from({ length: 40 }, (_, i) => 3 + i / 3);
    const of = scales.map((laplaceScale) => ({ ...event, laplaceScale, centre: 60 }));
    const nobody = scales.map((laplaceScale) => law(60, laplaceScale, 400)[0]!);
    const told = 1 - nobody.reduce((hidden, none) => hidden * (1 - none), 1); // whatever epsilon
    const [found] = deltas({ kind: "sequence", of }, { ...asked, epsilon: 60 }).guarantees;
    expect(found!.delta.upper).toBeGreaterThanOrEqual(told * (1 - 1e-9));
    expect(found!.delta.upper).toBeLessThan(told * 1.001);
  });

  it("has a constant sum for two categories alone", () => {
    const report = guarantees({ ...event, total: "constant" }, { adjacency: "replace-one", delta: 0.1 });
    expect(report.guarantees).toEqual([]);
    const words = "total must be random for more than two categories, got constant for 3";
    for (const { reason } of report.notApplicable) expect(reason).toContain(words);
  });
});
