import type { RandomSource } from "../../random/random-source.js";
import type { Model } from "../models/model.js";
import type { ModelName } from "../models/model-name.js";
import type { AdamOptions } from "../optimizers/adam.js";
import type { SgdOptions } from "../optimizers/sgd.js";
import type {
  BudgetConfig,
  CldpReports,
  GaussianNoise,
  GaussianSamplings,
  LearningConfig,
  Minibatches,
  TargetEpsilon,
} from "./run-config.js";

/** What to train, on what, and how; everything but the data is plain JSON or has a default. */
export type TrainingSetup = LearningOptions & ProtocolAndPrivacy;

/** The model, how its weights move, and where randomness comes from. */
export type LearningOptions = Partial<
  Omit<LearningConfig, "optimizer" | keyof SgdOptions | keyof AdamOptions>
> & {
  /** A model described in full, or the name of one of the library's. */
  readonly model: Model | ModelName;
  /** Step length on the mean gradient. */
  readonly learningRate: number;
  /** What turns released gradients into steps; default SGD without momentum. */
  readonly optimizer?: OptimizerOptions;
  /**
   * Randomness of sampling, noise and the random start. Default: the platform's CSPRNG. A seeded source makes
   * a simulation, which is not private.
   */
  readonly source?: RandomSource;
};

/** An optimizer, as a plain object. */
export type OptimizerOptions =
  | ({ readonly kind: "sgd" } & Partial<SgdOptions>)
  | ({ readonly kind: "adam" } & Partial<AdamOptions>);

/** A protocol, and the adjacency and delta of its figures where it has any. */
export type ProtocolAndPrivacy =
  | { readonly protocol: GaussianProtocolOptions; readonly privacy: PrivacyOptions & TargetEpsilon }
  | { readonly protocol: CldpProtocolOptions; readonly privacy: PrivacyOptions }
  | { readonly protocol: NonprivateProtocolOptions; readonly privacy?: undefined };

/** What figures are about. */
export type PrivacyOptions = BudgetConfig;

/** Who samples, who clips and who adds the noise: one plain object for each protocol. */
export type ProtocolOptions = GaussianProtocolOptions | CldpProtocolOptions | NonprivateProtocolOptions;

/**
 * Gaussian noise: of users' reports (check-in, subsampled shuffle), or of a trusted server (central, random
 * allocation).
 */
export type GaussianProtocolOptions = GaussianNoise &
  {
    [Name in keyof GaussianSamplings]: { readonly kind: Name } & Omit<
      GaussianSamplings[Name],
      "calibration"
    > &
      Partial<GaussianSamplings[Name]>;
  }[keyof GaussianSamplings];

/** Users randomize their own clipped gradients. */
export type CldpProtocolOptions = { readonly kind: "cldp" } & CldpReports;

/** Plain minibatches, without any guarantee. */
export type NonprivateProtocolOptions = { readonly kind: "nonprivate" } & Minibatches;
