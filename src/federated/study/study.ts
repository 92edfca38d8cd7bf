import type { Absentees } from "../../privacy/kinds/blocks-and-dummies.js";
import type { RandomizerName } from "../../training/gradients/gradient-randomizer.js";
import type { Model } from "../../training/models/model.js";
import type { ModelName } from "../../training/models/model-name.js";
import type { AdamOptions } from "../../training/optimizers/adam.js";
import type { OptimizerConfig } from "../../training/optimizers/optimizer-of.js";
import type { SgdOptions } from "../../training/optimizers/sgd.js";
import type { LearningConfig } from "../../training/options/run-config.js";

/** How many users hold each category, or the numbers of each bin; or the mean of a number. */
export type StudyColumn =
  | { readonly kind: "frequencies"; readonly column: string; readonly categories: readonly string[] }
  | {
      readonly kind: "histogram";
      readonly column: string;
      readonly edges: readonly number[];
      /** Probabilities of the quantiles that are estimated; may be none. */
      readonly quantiles: readonly number[];
    }
  /** Numbers outside the bounds count as the nearest one. Not within groups. */
  | { readonly kind: "mean"; readonly column: string; readonly lower: number; readonly upper: number };

/** What puts users into groups: the column's value and the group are one report. */
export type StudyGroups =
  | { readonly kind: "frequencies"; readonly column: string; readonly categories: readonly string[] }
  | { readonly kind: "histogram"; readonly column: string; readonly edges: readonly number[] };

/** What is asked or trained, by whom, and within which limits. */
export type Study = SurveyStudy | TrainingStudy;

/**
 * What all studies say. A study never changes: a changed document is another study. Keys are hexadecimal.
 */
export interface StudyTerms {
  readonly version: 1;
  readonly title: string;
  /**
   * `test` studies may be seeded and have any epsilon; clients refuse them unless they are told otherwise.
   */
  readonly purpose: "real" | "test";
  /**
   * epsilon_0 of *all* messages of one user and round, nats. Where the reports are Gaussian it holds at the
   * budget's delta over the rounds, between any two values.
   */
  readonly localEpsilon: number;
  /** Bytes of a report in each slot. */
  readonly slots: readonly number[];
  /** D per slot, made by the shuffler: reports about nothing. */
  readonly dummies: number;
  /**
   * `credentials`: one upload per enrolled credential and round; `open`: anybody, as often as they like, and
   * no other user is credited.
   */
  readonly admission: "credentials" | "open";
  /** T, the most batches that are ever released. */
  readonly rounds: number;
  /** Fewest reports of a round that is released. */
  readonly floor: number;
  /** Most reports of a round. */
  readonly cap: number;
  /** h, the share of the reports that come from users who follow the protocol, (0, 1]. */
  readonly honestShare: number;
  readonly adjacency: "replace-one" | "zero-out";
  /** What the population may spend in all, against readers of the results. */
  readonly budget: { readonly epsilon: number; readonly delta: number };
  /** How long a round collects. */
  readonly windowSeconds: number;
  /** Clients wait for a time uniform in [0, delaySeconds]; at most the window. */
  readonly delaySeconds: number;
  /** How long a batch is kept that is not fetched. */
  readonly retentionDays: number;
  /** Whose budget it is: studies of one population share a ledger. Lower-case letters, digits and hyphens. */
  readonly population: string;
  readonly owner: { readonly publicKey: string };
  readonly shuffler: { readonly url: string; readonly publicKey: string };
  readonly analyzer: { readonly publicKey: string };
}

/** A study that asks. */
export interface SurveyStudy extends StudyTerms {
  readonly task: "survey";
  /** What is asked: one slot each, by k-ary randomized response. Dummies are uniform over the reports. */
  readonly columns: readonly StudyColumn[];
  readonly groupBy: StudyGroups | null;
}

/** A study that trains a model, of which every round is one step. */
export interface TrainingStudy extends StudyTerms {
  readonly task: "training";
  /** A model described in full, or the name of one of the library's. */
  readonly model: Model | ModelName;
  /** What users send, but for the dummies. A slot for each block. */
  readonly protocol: StudyProtocol;
  /** How the weights move. */
  readonly learning: StudyLearning;
  /** n, users who may take part; at least the cap. */
  readonly users: number;
  /** SHA-256 of the first weights' safetensors file, hexadecimal; null where the analyzer draws them. */
  readonly weights: string | null;
  /** Of what a test draws: first weights and dummies; null in a real study. */
  readonly seed: number | null;
}

/** The protocols of a training study, as `train` takes them; every default is written out. */
export type StudyProtocol = CheckInStudyProtocol | CldpStudyProtocol;

/** Shuffled check-in with Gaussian reports. */
export interface CheckInStudyProtocol {
  readonly kind: "check-in";
  /** Probability with which a user's own secret coin lets her join a round. */
  readonly samplingRate: number;
  /** C, l2 bound of a user's gradient. */
  readonly clipBound: number;
  /** Standard deviation of the noise on each entry of one report, in clip bounds. */
  readonly noiseToClip: number;
  /** What users send who do not join: a dummy in every slot, or nothing, and then no coin is credited. */
  readonly absentees: Absentees;
  /** m, a power of two. */
  readonly blocks: number;
  /** Of the blocks' public rotation. */
  readonly rotationSeed: number;
  /** c, columns of the matrices as which gradients are rotated; 1, as vectors. */
  readonly rotationColumns: number;
}

/** Every user sends one report of a local randomizer; its epsilon is the study's `localEpsilon`. */
export interface CldpStudyProtocol {
  readonly kind: "cldp";
  readonly randomizer: RandomizerName;
  /** C, in the randomizer's norm. */
  readonly clipBound: number;
}

/** The fields of a run's configuration that say how weights move; the study says the rest. */
export type StudyLearning = OptimizerConfig &
  Omit<
    LearningConfig,
    keyof SgdOptions | keyof AdamOptions | "optimizer" | "rounds" | "epochs" | "evaluateEvery"
  >;
