import { ACCOUNTING_METHODS } from "../../privacy/method.js";
import { DOMAIN, LOCAL_EPSILONS, RANGES } from "../../validate.js";
import { CLIP_BOUND } from "../gradients/_internal/clip-factor.js";
import { RANDOMIZER_NAMES } from "../gradients/gradient-randomizer.js";
import { LAYER_STEPS } from "../optimizers/layer-step-factors.js";
import { LEARNING_RATE_SCHEDULES } from "../optimizers/learning-rate.js";
import type { OptimizerName } from "../optimizers/optimizer-of.js";
import { ABSENTEES } from "../protocols/check-in.js";
import { DUMMIES_BY } from "../protocols/shuffle-options.js";
import { checkTrainingAdjacency, TRAINING_ADJACENCIES } from "../protocols/training-adjacency.js";
import type { ConfigFields } from "./config-field.js";
import { type ProtocolName, WEIGHT_SHUFFLE_CALIBRATIONS } from "./run-config.js";

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

/** What the promise is about; every private protocol has these. */
const PRIVACY: ConfigFields = {
  adjacency: {
    words: TRAINING_ADJACENCIES,
    check: checkTrainingAdjacency,
    about:
      "which training sets, of one public size, count as neighbours; replace-one where the command line says nothing",
  },
  delta: { range: DOMAIN.delta, about: "delta of every figure" },
  stopAtEpsilon: {
    range: { ...DOMAIN.epsilon, orZero: false },
    about: "stop before the round that would exceed this epsilon",
    optional: true,
  },
  method: {
    words: ACCOUNTING_METHODS,
    about: "whose epsilon the target and the stop mean (default: the best proven)",
    optional: true,
  },
};

/** The same where there is a noise multiplier to calibrate. */
const GAUSSIAN_PRIVACY: ConfigFields = {
  targetEpsilon: {
    range: { ...DOMAIN.epsilon, orZero: false },
    about: "instead of the noise: the epsilon that all rounds together may reach",
    optional: true,
  },
  ...PRIVACY,
};

/** What a figure needs, by protocol. */
export const PRIVACY_FIELDS: Readonly<Record<ProtocolName, ConfigFields>> = {
  "check-in": GAUSSIAN_PRIVACY,
  "subsampled-shuffle": GAUSSIAN_PRIVACY,
  cldp: PRIVACY,
  central: GAUSSIAN_PRIVACY,
  "random-allocation": GAUSSIAN_PRIVACY,
  "weight-shuffle": GAUSSIAN_PRIVACY,
  nonprivate: {},
};

const CLIP: ConfigFields = {
  clipBound: {
    range: CLIP_BOUND,
    about: "bound of every example's gradient: l-infinity for the randomizer linf, else l2",
  },
};

const NOISE: ConfigFields = {
  ...CLIP,
  noiseToClip: {
    range: DOMAIN.noise,
    about: "standard deviation of the noise in clip bounds: of one user's report, or of a server's sum",
    optional: true,
  },
};

const DUMMIES: ConfigFields = {
  dummies: {
    range: { ...DOMAIN.count, min: 0 },
    about: "reports of pure noise that are shuffled in, for each block and round (default: 0)",
    optional: true,
  },
  dummiesBy: {
    words: DUMMIES_BY,
    about: "who adds the dummies: the shuffler (default), or users, of whom only honest ones' count",
    optional: true,
  },
};

const BLOCKS: ConfigFields = {
  blocks: {
    range: DOMAIN.blocks,
    about:
      "blocks that a gradient is rotated and cut into, a power of two; each is clipped to C / √m and shuffled by itself (default: 1)",
    optional: true,
  },
  rotationSeed: {
    range: RANGES.nonNegativeInteger,
    about: "of the blocks' rotation, public, the same for all rounds (default: 0)",
    optional: true,
  },
  ...DUMMIES,
};

const POISSON: ConfigFields = {
  samplingRate: {
    range: DOMAIN.rate,
    about: "probability with which each example joins a round",
  },
};

const SAMPLED: ConfigFields = {
  sampled: { range: RANGES.positiveInteger, about: "users drawn for a round, without replacement" },
};

/** Who joins a round and what is added to it, by protocol. */
export const PROTOCOL_FIELDS: Readonly<Record<ProtocolName, ConfigFields>> = {
  "check-in": {
    ...POISSON,
    ...NOISE,
    ...BLOCKS,
    absentees: {
      words: ABSENTEES,
      about: "what users send who do not join: nothing (silent, the default), or a dummy for each report",
      optional: true,
    },
  },
  "subsampled-shuffle": { ...SAMPLED, ...NOISE, ...BLOCKS },
  cldp: {
    randomizer: { words: RANDOMIZER_NAMES, about: "what every user makes of her gradient" },
    localEpsilon: { range: LOCAL_EPSILONS, about: "local differential privacy of one report" },
    ...SAMPLED,
    ...CLIP,
    ...DUMMIES,
  },
  central: { ...POISSON, ...NOISE },
  "random-allocation": {
    roundsPerEpoch: {
      range: RANGES.positiveInteger,
      about: "rounds of an epoch; each example joins exactly one of them",
    },
    ...NOISE,
  },
  "weight-shuffle": {
    ...POISSON,
    ...NOISE,
    batchClipBound: { range: CLIP_BOUND, about: "bound of the sum of a batch's clipped gradients (c')" },
    calibration: {
      words: WEIGHT_SHUFFLE_CALIBRATIONS,
      about: "how a target epsilon becomes noise: by what is proven, or as YJX25 print, which is refuted",
      fallback: "proven",
    },
  },
  nonprivate: { batchSize: { range: RANGES.positiveInteger, about: "examples in a batch" } },
};

export const PROTOCOL_NAMES: readonly ProtocolName[] = Object.keys(PROTOCOL_FIELDS) as ProtocolName[];
