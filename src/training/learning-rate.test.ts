import { describe, expect, it } from "vitest";
import { learningRateAt } from "./learning-rate.js";

const PLAN = { learningRate: 12, learningRateSchedule: "constant", rounds: 100 } as const;

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
});
