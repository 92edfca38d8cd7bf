import type { StepFactor } from "../optimizers/layer-step-factors.js";
import type { Optimizer } from "../optimizers/optimizer.js";
import type { TrainingState } from "./training-state.js";

export type Weights = Pick<TrainingState, "weights" | "memory" | "average">;

export interface UpdateRule {
  readonly optimizer: Optimizer;
  readonly learningRate: number;
  readonly weightDecay: number;
  readonly averageDecay: number;
  /** A factor on every weight's step; see {@link layerStepFactors}. */
  readonly stepFactors: readonly StepFactor[];
  /** D: weights are projected onto the ball of this diameter around 0. */
  readonly projectionDiameter?: number;
}

/**
 * One step of the optimizer with weight decay, and of the weights' running average:
 *
 * weights = weights - learningRate (stepFactors direction + weightDecay weights), projected;
 * average = decay average + (1 - decay) weights, where decay = min(averageDecay, (1 + round) / (10 + round))
 * lets an early average forget the random start.
 *
 * Weight decay does more here than usual: noise drives every weight on a random walk, and decay ties it back.
 * It goes past the optimizer's memory (decoupled decay). All of this is a function of released gradients
 * alone, so post-processing.
 *
 * @param round rounds done before this one
 */
export function updateWeights(
  from: Weights,
  gradient: Float64Array,
  rule: UpdateRule,
  round: number,
): Weights {
  const { learningRate, weightDecay, stepFactors } = rule;
  const decay = Math.min(rule.averageDecay, (1 + round) / (10 + round));
  const { direction, memory } = rule.optimizer.step(gradient, from.memory, round);
  const moved = new Float32Array(from.weights.length);
  let start = 0;
  for (const { end, factor } of stepFactors) {
    for (let i = start; i < end; i++) {
      const entry = from.weights[i]!;
      moved[i] = entry - learningRate * (factor * direction[i]! + weightDecay * entry);
    }
    start = end;
  }
  const weights = projected(moved, rule.projectionDiameter);
  const average =
    decay === 0 ? weights : from.average.map((entry, i) => decay * entry + (1 - decay) * weights[i]!);
  return { memory, weights, average };
}

/** The nearest point of the ball. */
function projected(weights: Float32Array, diameter: number | undefined): Float32Array {
  if (diameter === undefined) return weights;
  const radius = diameter / 2;
  const length = Math.sqrt(weights.reduce((sum, entry) => sum + entry ** 2, 0));
  return length <= radius ? weights : weights.map((entry) => (radius / length) * entry);
}
