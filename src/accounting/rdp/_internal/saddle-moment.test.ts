import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gaussianRatio } from "../gaussian-ratio.js";
import type { Ratio } from "../ratio.js";
import { thinned } from "../thinned-ratio.js";
import { binomialMixture } from "./binomial-mixture.js";
import { saddleLaw } from "./saddle-law.js";
import { saddleMoment } from "./saddle-moment.js";

/** Means of 1, 2, ..., count copies, one copy at a time. */
function meansByHand(ratio: Ratio, count: number, maxOrder: number): readonly Float64Array[] {
  const one = Float64Array.from({ length: maxOrder + 1 }, (_, k) => ratio.logMoment(k));
  const means = [one];
  for (let copies = 1; copies < count; copies++) {
    const before = means.at(-1)!;
    const share = copies / (copies + 1);
    means.push(
      one.map((_, m) =>
        binomialMixture(
          m,
          share,
          (k) => before[k]!,
          (k) => one[k]!,
        ),
      ),
    );
  }
  return means;
}

function ratioOf(noiseMultiplier: number, rate: number): Ratio {
  return thinned(gaussianRatio(noiseMultiplier), rate);
}

describe("one order of a mean of few copies", () => {
  const settings = fc.record({
    count: fc.integer({ min: 2, max: 24 }),
    order: fc.integer({ min: 3, max: 150 }),
    noiseMultiplier: fc.integer({ min: 2, max: 30 }).map((tenths) => 10 ** (tenths / 10)),
    rate: fc.constantFrom(1, 0.2, 0.003, 1e-5, 1e-8),
  });

  it("is the sum copy by copy, wherever it answers", { tags: ["slow", "long"] }, () => {
    let answers = 0;
    let tries = 0;
    fc.assert(
      fc.property(settings, ({ count, order, noiseMultiplier, rate }) => {
        fc.pre(order > count);
        const ratio = ratioOf(noiseMultiplier, rate);
        const means = meansByHand(ratio, count, order);
        const found = saddleMoment(ratio, count, order, (j) => means[count - 2]![j]!);
        tries += 1;
        if (found === undefined) return;
        answers += 1;
        expect(Math.abs(found / means[count - 1]![order]! - 1)).toBeLessThan(2e-12);
      }),
      { numRuns: 150 },
    );
    expect(answers).toBeGreaterThan(tries / 2);
  });

  it.each([
    [20, 200, 15, "spread over the copies"],
    [40, 200, 5, "taken by one copy"],
  ])(
    "answers for %d copies, order %d, noise multiplier %d: %s",
    { tags: ["slow"] },
    (count, order, noiseMultiplier) => {
      const ratio = ratioOf(noiseMultiplier, 1);
      const means = meansByHand(ratio, count, order);
      const found = saddleMoment(ratio, count, order, (j) => means[count - 2]![j]!);
      expect(Math.abs(found! / means[count - 1]![order]! - 1)).toBeLessThan(2e-12);
    },
  );

  it.each([
    [5, 156, 9.568, 2.1e-7],
    [4, 169, 11.168, 4.6e-9],
  ])(
    "says nothing of %d copies, order %d, that are rarely sent: noise multiplier %d, rate %d",
    (...setting) => {
      const [count, order, noiseMultiplier, rate] = setting;
      const ratio = ratioOf(noiseMultiplier, rate);
      const means = meansByHand(ratio, count, order);
      expect(saddleMoment(ratio, count, order, (j) => means[count - 2]![j]!)).toBeUndefined();
    },
  );

  it.each([
    [2, 900, 3],
    [7, 300, 2.3],
    [16, 260, 3.1],
    [23, 200, 1.4],
  ])(
    "answers for %d copies, order %d, noise multiplier %d, where the moments rise without a peak",
    (...setting) => {
      const [count, order, noiseMultiplier] = setting;
      const ratio = ratioOf(noiseMultiplier, 1);
      expect(saddleLaw(ratio, count, order)).toBeUndefined();
      const means = meansByHand(ratio, count, order);
      const found = saddleMoment(ratio, count, order, (j) => means[count - 2]![j]!);
      expect(Math.abs(found! / means[count - 1]![order]! - 1)).toBeLessThan(2e-13);
    },
  );

  it("is right or says nothing where one copy begins to take nearly all of the order", {
    tags: ["slow", "long"],
  }, () => {
    let answers = 0;
    for (const [count, noiseMultiplier] of [
      [5, 4],
      [12, 5],
      [24, 5.5],
    ] as const) {
      const ratio = ratioOf(noiseMultiplier, 1);
      const means = meansByHand(ratio, count, 230);
      for (let order = count + 1; order <= 230; order++) {
        const found = saddleMoment(ratio, count, order, (j) => means[count - 2]![j]!);
        if (found === undefined) continue;
        answers += 1;
        expect(Math.abs(found / means[count - 1]![order]! - 1)).toBeLessThan(2e-12);
      }
    }
    expect(answers).toBeGreaterThan(250);
    expect(answers).toBeLessThan(640);
  });

  it("says nothing where neither holds", () => {
    const none = (): number => 0;
    expect(saddleMoment(ratioOf(1, 1), 20, 25, none)).toBeUndefined();
  });
});
