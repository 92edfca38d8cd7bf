import { wrongShape } from "../../../validate.js";
import { isTokenInput } from "../../layers/token-input.js";
import { modelOf } from "../../models/model-name.js";
import { missingField } from "../../options/read-fields.js";
import { TASKS } from "../tasks.js";
import type { TrainConfig } from "../train-config.js";

/** What a configuration says about the model fits together. */
export function checkModelChoice(config: TrainConfig, nameOf: (field: string) => string): void {
  const { model, task, sequenceLength, train = "all", loraRank } = config;
  if (task !== undefined && !TASKS[task].models.includes(model)) {
    throw wrongShape(nameOf("model"), model, `one for task ${task}: ${TASKS[task].models.join(", ")}`);
  }
  const { input, layers } = modelOf(model);
  if (sequenceLength !== undefined && !isTokenInput(input)) {
    throw wrongShape(nameOf("sequenceLength"), sequenceLength, `absent: ${model} reads no text`);
  }
  if (train === "lora" && loraRank === undefined) {
    throw missingField(nameOf("loraRank"), "given where low-rank adapters are trained");
  }
  if (train !== "lora" && loraRank !== undefined) {
    throw wrongShape(nameOf("loraRank"), loraRank, `absent where ${nameOf("train")} is ${train}`);
  }
  if (train !== "all" && !layers.some(({ kind }) => kind === "residual")) {
    throw wrongShape(nameOf("train"), train, `all: ${model} has no blocks to freeze`);
  }
}
