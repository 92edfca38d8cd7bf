/** How the learning rate moves over a run: constant, falling to zero linearly, or along half a cosine. */
export const LEARNING_RATE_SCHEDULES = ["constant", "linear", "cosine"] as const;

export type LearningRateSchedule = (typeof LEARNING_RATE_SCHEDULES)[number];

export interface LearningRatePlan {
  readonly learningRate: number;
  readonly learningRateSchedule: LearningRateSchedule;
  readonly rounds: number;
}

/** The learning rate of one round, counted from 0. */
export function learningRateAt(plan: LearningRatePlan, round: number): number {
  const done = round / plan.rounds;
  switch (plan.learningRateSchedule) {
    case "constant":
      return plan.learningRate;
    case "linear":
      return plan.learningRate * (1 - done);
    case "cosine":
      return (plan.learningRate * (1 + Math.cos(Math.PI * done))) / 2;
  }
}
