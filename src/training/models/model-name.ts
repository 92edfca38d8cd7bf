import { checkOneOf } from "../../validate.js";
import { byteBert } from "./byte-bert.js";
import { byteGpt } from "./byte-gpt.js";
import { cifar10Cnn } from "./cifar10-cnn.js";
import { mnistCnn } from "./mnist-cnn.js";
import { mnistHog } from "./mnist-hog.js";
import { mnistVit } from "./mnist-vit.js";
import type { Model } from "./model.js";

/** The library's models, by name. */
export type ModelName =
  | "mnist-cnn"
  | "mnist-cnn-relu"
  | "mnist-hog"
  | "mnist-vit"
  | "cifar10-cnn"
  | "cifar10-cnn-relu"
  | "byte-bert"
  | "byte-gpt";

const MODELS: Readonly<Record<ModelName, Model>> = {
  "mnist-cnn": mnistCnn("tanh"),
  "mnist-cnn-relu": mnistCnn("relu"),
  "mnist-hog": mnistHog(),
  "mnist-vit": mnistVit(),
  "cifar10-cnn": cifar10Cnn("tanh"),
  "cifar10-cnn-relu": cifar10Cnn("relu"),
  "byte-bert": byteBert({ classes: 2 }),
  "byte-gpt": byteGpt(),
};

/** The names of the library's models. */
export const MODEL_NAMES: readonly ModelName[] = Object.keys(MODELS) as ModelName[];

/**
 * The model of this name; a model described in full stays as it is.
 *
 * @throws DpError BAD_INPUT there is no such model
 */
export function modelOf(choice: Model | ModelName): Model {
  return typeof choice === "object" ? choice : MODELS[checkOneOf("model", choice, MODEL_NAMES)];
}
