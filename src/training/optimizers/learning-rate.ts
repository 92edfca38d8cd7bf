import { cos } from "../../numerics/portable-math.js";
import type { Steps } from "./steps.js";

/**
 * How the learning rate moves over a run: constant, to zero linearly or along half a cosine, or as 1 /
 * sqrt(round) from 1.
 */
export const LEARNING_RATE_SCHEDULES = ["constant", "linear", "cosine", "inverse-sqrt"] as const;

/** The learning-rate schedules, by name. */
export type LearningRateSchedule = (typeof LEARNING_RATE_SCHEDULES)[number];

export interface LearningRatePlan {
  readonly learningRate: number;
  readonly learningRateSchedule: LearningRateSchedule;
  readonly learningRateSteps?: Steps;
  readonly warmupRounds?: number;
  readonly rounds: number;
}

/**
 * The learning rate of one round, counted from 0; it rises linearly over the rounds of the warm-up, which
 * count as others do.
 */
export function learningRateAt(plan: LearningRatePlan, round: number): number {
  const { learningRateSteps, learningRate, learningRateSchedule, warmupRounds = 0, rounds } = plan;
  const rate = learningRateSteps?.findLast(([done]) => done <= round)?.[1] ?? learningRate;
  const warmth = Math.min(1, (round + 1) / (warmupRounds + 1));
  return rate * warmth * scheduled(learningRateSchedule, round, rounds);
}

function scheduled(schedule: LearningRateSchedule, round: number, rounds: number): number {
  const done = round / rounds;
  switch (schedule) {
    case "constant":
      return 1;
    case "linear":
      return 1 - done;
    case "cosine":
      return (1 + cos(Math.PI * done)) / 2;
    // GDD21, Theorem 3: D G^-1 t^-1/2 with D/G as the learning rate.
    case "inverse-sqrt":
      return 1 / Math.sqrt(round + 1);
  }
}
