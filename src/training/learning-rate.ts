import type { Steps } from "./config-field.js";

/** How the learning rate moves over a run: constant, to zero linearly or along half a cosine, or as 1 / sqrt(round) from 1. */
export const LEARNING_RATE_SCHEDULES = ["constant", "linear", "cosine", "inverse-sqrt"] as const;

export type LearningRateSchedule = (typeof LEARNING_RATE_SCHEDULES)[number];

export interface LearningRatePlan {
  readonly learningRate: number;
  readonly learningRateSchedule: LearningRateSchedule;
  readonly learningRateSteps?: Steps;
  readonly rounds: number;
}

/** The learning rate of one round, counted from 0. */
export function learningRateAt(plan: LearningRatePlan, round: number): number {
  const done = round / plan.rounds;
  const rate = plan.learningRateSteps?.findLast(([rounds]) => rounds <= round)?.[1] ?? plan.learningRate;
  switch (plan.learningRateSchedule) {
    case "constant":
      return rate;
    case "linear":
      return rate * (1 - done);
    case "cosine":
      return (rate * (1 + Math.cos(Math.PI * done))) / 2;
    // GDD21, Theorem 3: D G^-1 t^-1/2 with D/G as the learning rate.
    case "inverse-sqrt":
      return rate / Math.sqrt(round + 1);
  }
}
