import { ADJACENCIES } from "../privacy/adjacency.js";
import { METHODS } from "../privacy/method.js";
import { RANGES } from "../validate.js";
import type { ConfigFields } from "./config-field.js";
import { LOCAL_EPSILON, RANDOMIZER_NAMES } from "./gradient-randomizer.js";
import { LAYER_STEPS } from "./layer-step-factors.js";
import { LEARNING_RATE_SCHEDULES } from "./learning-rate.js";
import { MODEL_NAMES } from "./models/model-name.js";
import type { ProtocolName } from "./train-config.js";

const DECAY = { min: 0, max: 1, maxIncluded: false };

const LEARNING: ConfigFields = {
  model: { words: MODEL_NAMES, about: "network to train" },
  rounds: { range: RANGES.positiveInteger, about: "rounds of training" },
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
  layerSteps: {
    words: LAYER_STEPS,
    about: "step by the gradient alone, or so that noise moves every layer equally far",
    fallback: "equal",
  },
  momentum: { range: DECAY, about: "heavy-ball momentum", fallback: 0 },
  weightDecay: {
    range: RANGES.nonNegative,
    about: "pull of the weights to zero, per learning rate",
    fallback: 0,
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
  seed: {
    range: RANGES.nonNegativeInteger,
    about: "repeatable simulation; the noise can be recomputed, so the run is NOT private",
    optional: true,
  },
};

const BUDGET: ConfigFields = {
  stopAtEpsilon: {
    range: RANGES.positive,
    about: "stop before the round that would exceed this epsilon",
    optional: true,
  },
  method: {
    words: METHODS,
    about: "whose epsilon the target and the stop mean (default: the best proven)",
    optional: true,
  },
  adjacency: { words: ADJACENCIES, about: "which data sets count as neighbours" },
  delta: { range: RANGES.delta, about: "delta of every figure", fallback: 1e-5 },
};

const PRIVATE: ConfigFields = {
  sampleRate: {
    range: RANGES.positiveProbability,
    about: "probability with which each example joins a round",
  },
  clipBound: { range: RANGES.positive, about: "l2 bound of every example's gradient" },
  noiseToClip: {
    range: RANGES.positive,
    about: "standard deviation of the noise in clip bounds: of one report (check-in), of the sum (central)",
    optional: true,
  },
  targetEpsilon: {
    range: RANGES.positive,
    about: "instead of the noise: the epsilon that all rounds together may reach",
    optional: true,
  },
  ...BUDGET,
};

const CLDP: ConfigFields = {
  randomizer: { words: RANDOMIZER_NAMES, about: "what every user makes of her gradient (cldp)" },
  localEpsilon: { range: LOCAL_EPSILON, about: "local differential privacy of one report (cldp)" },
  sampled: { range: RANGES.positiveInteger, about: "users drawn for a round, without replacement (cldp)" },
  clipBound: {
    range: RANGES.positive,
    about: "bound of every example's gradient: l-infinity for linf, l2 otherwise",
  },
  projectionDiameter: {
    range: RANGES.positive,
    about: "keep the weights in the ball of this diameter around 0 (cldp)",
    optional: true,
  },
  ...BUDGET,
};

const NONPRIVATE: ConfigFields = {
  batchSize: { range: RANGES.positiveInteger, about: "examples in a batch" },
};

/** The fields of a configuration, by protocol (which is itself the field `protocol`). */
export const TRAIN_CONFIG_FIELDS: Readonly<Record<ProtocolName, ConfigFields>> = {
  "check-in": { ...LEARNING, ...PRIVATE },
  central: { ...LEARNING, ...PRIVATE },
  cldp: { ...LEARNING, ...CLDP },
  nonprivate: { ...LEARNING, ...NONPRIVATE },
};
