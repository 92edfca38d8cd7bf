import type { StepFactor } from "../../optimizers/layer-step-factors.js";
import { learningRateAt } from "../../optimizers/learning-rate.js";
import { optimizerOf } from "../../optimizers/optimizer-of.js";
import type { SettledConfig } from "../../options/protocol-of.js";
import type { TrainingState } from "../training-state.js";
import { updateWeights, type Weights } from "../update-weights.js";

export interface StepOptions {
  readonly config: SettledConfig;
  /** A factor on every weight's step; see {@link layerStepFactors}. */
  readonly stepFactors: readonly StepFactor[];
}

/** The weights after a state's next round, which released this mean. */
export function stepAlong(
  mean: Float64Array,
  state: TrainingState,
  { config, stepFactors }: StepOptions,
): Weights {
  const learningRate = learningRateAt(config, state.round);
  const rule = { ...config, optimizer: optimizerOf(config), stepFactors, learningRate };
  return updateWeights(state, mean, rule, state.round);
}
