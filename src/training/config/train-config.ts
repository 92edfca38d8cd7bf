import type { ModelName } from "../models/model-name.js";
import type { RunConfig } from "../options/run-config.js";
import type { PublicModelName } from "./public-models.js";
import type { TaskName } from "./tasks.js";

/** Which weights are trained: all, those behind the last block, or these and low-rank adapters. */
export const TRAINED_PARTS = ["all", "head", "lora"] as const;

/** A part of a model's weights, by name. */
export type TrainedPart = (typeof TRAINED_PARTS)[number];

/**
 * Everything that decides what a training run computes, but for the data; plain JSON, as configuration files,
 * presets and the command line have it. {@link readTrainConfig} makes one from untrusted input,
 * {@link trainOptionsOf} turns it into options for `train`.
 */
export type TrainConfig = RunConfig & {
  readonly model: ModelName | PublicModelName;
  /** What to learn; default the task that the model is for. */
  readonly task?: TaskName;
  /** Positions of an example of a text, in place of the model's own. */
  readonly sequenceLength?: number;
  /**
   * Tokens that a model of texts knows, those of its tokenizer; default the model's own: bytes, or its public
   * vocabulary.
   */
  readonly vocabulary?: number;
  /** The token behind each text, in vocabularies other than the public one; only of BERT. */
  readonly separator?: number;
  /** Default all. The others begin with given weights, of which they keep most. */
  readonly train?: TrainedPart;
  /** Rank of the adapters; only with `train: "lora"`. */
  readonly loraRank?: number;
  /** Makes the run a repeatable simulation: its noise can be recomputed, so nothing in it is private. */
  readonly seed?: number;
};
