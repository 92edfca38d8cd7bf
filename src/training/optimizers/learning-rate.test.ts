import { describe, expect, it } from "vitest";
import { learningRateAt } from "./learning-rate.js";

const PLAN = { learningRate: 12, learningRateSchedule: "constant", rounds: 100 } as const;
const PLAIN_LINEAR = { ...PLAN, learningRateSchedule: "linear" } as const;

describe("learningRateAt", () => {
  it("changes after the rounds that the steps name", () => {
    const plan = {
      ...PLAN,
      learningRateSteps: [
        [30, 4],
        [60, 3.5],
      ],
    } as const;
    expect([0, 29, 30, 59, 60, 99].map((round) => learningRateAt(plan, round))).toEqual([
      12, 12, 4, 4, 3.5, 3.5,
    ]);
  });

  it("falls as 1 / sqrt(round), the first round being 1", () => {
    const plan = { ...PLAN, learningRateSchedule: "inverse-sqrt" } as const;
    expect([0, 3, 8].map((round) => learningRateAt(plan, round))).toEqual([12, 6, 4]);
  });

  it("falls to zero linearly or along half a cosine, from wherever the steps are", () => {
    const linear = { ...PLAN, learningRateSchedule: "linear", learningRateSteps: [[50, 4]] } as const;
    expect([25, 50, 75].map((round) => learningRateAt(linear, round))).toEqual([9, 2, 1]);
    const cosine = { ...PLAN, learningRateSchedule: "cosine" } as const;
    expect(learningRateAt(cosine, 50)).toBeCloseTo(6, 12);
  });

  it("rises over the warm-up to what it would be without one", () => {
    const plan = { ...PLAIN_LINEAR, warmupRounds: 4 };
    for (const [round, share] of [
      [0, 0.2],
      [1, 0.4],
      [3, 0.8],
    ] as const) {
      expect(learningRateAt(plan, round) / learningRateAt(PLAIN_LINEAR, round)).toBeCloseTo(share, 12);
    }
    for (const round of [4, 5, 99]) {
      expect(learningRateAt(plan, round)).toBe(learningRateAt(PLAIN_LINEAR, round));
    }
  });

  it("is a constant step, or 1 / sqrt(t) of it, to the last round", () => {
    expect(learningRateAt(PLAN, 99)).toBe(12);
    expect(learningRateAt({ ...PLAN, learningRateSchedule: "inverse-sqrt" }, 99)).toBeCloseTo(1.2, 12);
  });
});
