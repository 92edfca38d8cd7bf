import { ACCOUNTING_METHODS } from "../../../../privacy/method.js";
import { DOMAIN, RANGES } from "../../../../validate.js";
import { CLIP_BOUND } from "../../../gradients/_internal/clip-factor.js";
import { DUMMIES_BY, JOINS } from "../../../protocols/shuffle-options.js";
import { checkTrainingAdjacency, TRAINING_ADJACENCIES } from "../../../protocols/training-adjacency.js";
import type { ConfigFields } from "../../config-field.js";

/** What the promise is about; every private protocol has these. */
export const PRIVACY: ConfigFields = {
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
export const GAUSSIAN_PRIVACY: ConfigFields = {
  targetEpsilon: {
    range: { ...DOMAIN.epsilon, orZero: false },
    about: "instead of the noise: the epsilon that all rounds together may reach",
    optional: true,
  },
  ...PRIVACY,
};

/** The clip bound. */
export const CLIP: ConfigFields = {
  clipBound: {
    range: CLIP_BOUND,
    about: "bound of every example's gradient: l-infinity for the randomizer linf, l1 for l1, else l2",
  },
};

/** The clip bound and the Gaussian noise. */
export const NOISE: ConfigFields = {
  ...CLIP,
  noiseToClip: {
    range: DOMAIN.noise,
    about: "standard deviation of the noise in clip bounds: of one user's report, or of a server's sum",
    optional: true,
  },
};

/** Dummies among the reports. */
export const DUMMIES: ConfigFields = {
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

/** Blocks of a gradient, and dummies. */
export const BLOCKS: ConfigFields = {
  blocks: {
    range: DOMAIN.blocks,
    about:
      "blocks that a gradient is rotated and cut into, a power of two; each is clipped to C / √m and shuffled by itself (default: 1)",
    optional: true,
  },
  joins: {
    words: JOINS,
    about:
      "one coin or sample for all blocks of a user (once, the default), or one for each (per-block; in check-in with absentees dummy)",
    optional: true,
  },
  rotationSeed: {
    range: RANGES.nonNegativeInteger,
    about: "of the blocks' rotation, public, the same for all rounds (default: 0)",
    optional: true,
  },
  rotationColumns: {
    range: RANGES.positiveInteger,
    about:
      "how gradients that are outer products are rotated: as matrices, of as many columns as the layer has units, or as vectors (1); default: as matrices, where blocks stay even and are at most 1.4 times as long",
    optional: true,
  },
  ...DUMMIES,
};

/** Who joins, where each example does by itself. */
export const POISSON: ConfigFields = {
  samplingRate: {
    range: DOMAIN.rate,
    about: "probability with which each example joins a round",
  },
};

/** Who joins, where a fixed number does. */
export const SAMPLED: ConfigFields = {
  sampled: { range: RANGES.positiveInteger, about: "users drawn for a round, without replacement" },
};
