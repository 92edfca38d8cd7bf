import { RANGES } from "../../validate.js";
import { CLIPPING_MODES } from "../layers/clipping-mode.js";
import { LAYER_STEPS } from "../optimizers/layer-step-factors.js";
import { LEARNING_RATE_SCHEDULES } from "../optimizers/learning-rate.js";
import type { OptimizerName } from "../optimizers/optimizer-of.js";
import type { ConfigFields } from "./config-field.js";

const DECAY = { min: 0, max: 1, maxIncluded: false };

/** The fields of an optimizer's own. */
export const OPTIMIZER_FIELDS: Readonly<Record<OptimizerName, ConfigFields>> = {
  sgd: {
    momentum: { range: DECAY, about: "heavy-ball momentum", fallback: 0 },
  },
  adam: {
    adamBeta1: { range: DECAY, about: "decay of the mean gradient", fallback: 0.9 },
    adamBeta2: { range: DECAY, about: "decay of the mean squared gradient", fallback: 0.999 },
    adamEpsilon: { range: RANGES.positive, about: "added to the denominator", fallback: 1e-8 },
  },
};

export const OPTIMIZER_NAMES: readonly OptimizerName[] = Object.keys(OPTIMIZER_FIELDS) as OptimizerName[];

/** How the weights move, whatever the protocol and the optimizer. */
export const LEARNING_FIELDS: ConfigFields = {
  rounds: { range: RANGES.positiveInteger, about: "rounds of training", optional: true },
  epochs: {
    range: RANGES.positive,
    about: "instead of rounds: how often every example is used, on average",
    optional: true,
  },
  optimizer: {
    words: OPTIMIZER_NAMES,
    about: "what turns released gradients into steps",
    fallback: "sgd",
  },
  learningRate: { range: RANGES.positive, about: "step length on the mean gradient" },
  learningRateSchedule: {
    words: LEARNING_RATE_SCHEDULES,
    about: "how the learning rate moves to the last round",
    fallback: "constant",
  },
  learningRateSteps: {
    steps: RANGES.positive,
    about: "other learning rates: [[rounds done before, rate], ...]",
    optional: true,
  },
  warmupRounds: {
    range: RANGES.nonNegativeInteger,
    about: "rounds over which the learning rate first rises from zero",
    optional: true,
  },
  layerSteps: {
    words: LAYER_STEPS,
    about: "step by the gradient alone, or so that noise moves every layer equally far",
    fallback: "equal",
  },
  weightDecay: {
    range: RANGES.nonNegative,
    about: "pull of the weights to zero, per learning rate",
    fallback: 0,
  },
  projectionDiameter: {
    range: RANGES.positive,
    about: "keep the weights in the ball of this diameter around 0",
    optional: true,
  },
  clippingMode: {
    words: CLIPPING_MODES,
    about:
      "how layers of sequences get at the norms of single examples' gradients: the cheapest way of each layer (the default), inner products, or gradients written out; the same clipping at other costs",
    optional: true,
  },
  averageDecay: {
    range: DECAY,
    about: "decay of the running average of the weights that is evaluated and saved; 0 averages nothing",
    fallback: 0,
  },
  evaluateEvery: {
    range: RANGES.positiveInteger,
    about: "rounds from one evaluation and checkpoint to the next",
    fallback: 50,
  },
};
