import { mnistCnn } from "./models/mnist-cnn.js";
import type { Model } from "./models/model.js";

export type ModelName = "mnist-cnn-tanh" | "mnist-cnn-relu";

const MODELS: Readonly<Record<ModelName, Model>> = {
  "mnist-cnn-tanh": mnistCnn("tanh"),
  "mnist-cnn-relu": mnistCnn("relu"),
};

export const MODEL_NAMES: readonly ModelName[] = Object.keys(MODELS) as ModelName[];

/** The model that a configuration names. */
export function modelByName(name: ModelName): Model {
  return MODELS[name];
}
