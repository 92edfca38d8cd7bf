import type { Architecture } from "../models/pretrained/architecture.js";
import type { ModelChoice } from "./model-choice.js";
import { isPublicModel, PUBLIC_MODELS } from "./public-models.js";
import { defaultTask, TASKS } from "./tasks.js";

/**
 * Positions of a text unless a configuration says otherwise; the base sizes have room for no more than twice
 * as many in a thread.
 */
const LENGTH = 128;

/** Of the library's own small models, those that are of a public architecture. */
const SMALL = { layers: 2, heads: 4, width: 64 };

/**
 * The public architecture of a configuration's model, whose checkpoints it can begin with; undefined where it
 * has none.
 *
 * @param choice a configuration
 */
export function configuredArchitecture(choice: ModelChoice): Architecture | undefined {
  const { model, sequenceLength: length = LENGTH, vocabulary, separator, task = defaultTask(model) } = choice;
  const classes = TASKS[task].classes!;
  const ofText = { length, ...(vocabulary === undefined ? {} : { vocabulary }) };
  if (model === "byte-gpt") {
    return { architecture: "gpt2", ...SMALL, vocabulary: 260, ...ofText };
  }
  if (model === "mnist-vit") {
    return { architecture: "vit", ...SMALL, side: 28, patch: 7, channels: 1, classes };
  }
  if (!isPublicModel(model)) return undefined;
  const named = PUBLIC_MODELS[model];
  switch (named.architecture) {
    case "bert":
      return { ...named, classes, ...ofText, ...(separator === undefined ? {} : { separator }) };
    case "roberta":
      return { ...named, classes, ...ofText };
    case "gpt2":
      return { ...named, ...ofText };
    case "vit":
      return { ...named, classes };
  }
}
