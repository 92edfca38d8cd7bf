import type { Examples } from "../../training/data/examples.js";
import type { Model } from "../../training/models/model.js";
import type { ModelName } from "../../training/models/model-name.js";
import type { Protocol } from "../../training/protocols/protocol.js";
import type { TrainingAdjacency } from "../../training/protocols/training-adjacency.js";
import type { CanaryKind } from "../canaries/canary-gradient.js";

/** What the attacker looks at: all releases of all rounds, or the last weights by the loss of the canary. */
export const TRAINING_ATTACKS = ["releases", "loss"] as const;

/** An attack on a training run, by name. */
export type TrainingAttack = (typeof TRAINING_ATTACKS)[number];

/** A training run that is played with one example of its data. */
export interface TrainingGameOptions {
  /**
   * Of as many examples as the claim is about; example 0 is the canary. Any protocol: what it says its rounds
   * are decides on the score alone.
   */
  readonly protocol: Protocol;
  /**
   * A small one will do for gradients that are given: then it says no more than how many weights there are.
   */
  readonly model: Model | ModelName;
  /** zero-out: the canary is there, or its gradient is zero. replace-one: it is there, or its opposite is. */
  readonly adjacency: TrainingAdjacency;
  readonly rounds: number;
  /**
   * A gradient that an adversary crafted, which is clipped as the protocol says; or training examples, which
   * go through the model: one, or with replace-one two.
   */
  readonly canary: CanaryKind | { readonly examples: Examples };
  /** C of the claim; default the protocol's, and 1 where it does not clip. */
  readonly clipBound?: number;
  /**
   * Norm of a crafted gradient before it is clipped, in clip bounds; default 1. More tells whether it is
   * clipped.
   */
  readonly normToClip?: number;
  /** Examples 1, 2, ... of the data set; all further ones have gradient zero. Default none. */
  readonly data?: Examples;
  /** What the attacker looks at; default releases. */
  readonly attack?: TrainingAttack;
  /** Of plain SGD; default 1. All optimizers see the same releases. */
  readonly learningRate?: number;
  /** Public weights to start from; default random ones, always the same. */
  readonly weights?: Float32Array;
}
