import type { TrainingState } from "./training-state.js";

export type Weights = Pick<TrainingState, "weights" | "velocity" | "average">;

export interface UpdateRule {
  readonly learningRate: number;
  readonly momentum: number;
  readonly averageDecay: number;
}

/**
 * One step of SGD with heavy-ball momentum, and of the weights' running average:
 *
 * velocity = momentum velocity + gradient; weights = weights - learningRate velocity;
 * average = decay average + (1 - decay) weights, where decay = min(averageDecay, (1 + round) / (10 + round)) lets an early
 * average forget the random start.
 *
 * A function of released gradients alone, so post-processing.
 *
 * @param round rounds done before this one
 */
export function updateWeights(
  from: Weights,
  gradient: Float64Array,
  rule: UpdateRule,
  round: number,
): Weights {
  const decay = Math.min(rule.averageDecay, (1 + round) / (10 + round));
  const velocity = from.velocity.map((entry, i) => rule.momentum * entry + gradient[i]);
  const weights = from.weights.map((entry, i) => entry - rule.learningRate * velocity[i]);
  const average = from.average.map((entry, i) => decay * entry + (1 - decay) * weights[i]);
  return { velocity, weights, average };
}
