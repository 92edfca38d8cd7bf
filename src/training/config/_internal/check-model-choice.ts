import { wrongShape } from "../../../validate.js";
import { isTokenInput } from "../../layers/token-input.js";
import { missingField } from "../../options/read-fields.js";
import { baseModel } from "../configured-model.js";
import { isPublicModel, PUBLIC_MODELS } from "../public-models.js";
import { TASKS } from "../tasks.js";
import type { TrainConfig } from "../train-config.js";

/** What a configuration says about the model fits together. */
export function checkModelChoice(config: TrainConfig, nameOf: (field: string) => string): void {
  const { model, task, sequenceLength, vocabulary, separator, train = "all", loraRank } = config;
  if (task !== undefined && !TASKS[task].models.includes(model)) {
    throw wrongShape(nameOf("model"), model, `one for task ${task}: ${TASKS[task].models.join(", ")}`);
  }
  const { input, layers } = baseModel({ model });
  for (const [name, value] of Object.entries({ sequenceLength, vocabulary, separator })) {
    if (value === undefined || isTokenInput(input)) continue;
    throw wrongShape(nameOf(name), value, `absent: ${model} reads no text`);
  }
  checkSeparator(config, nameOf);
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

/** BERT tells its two texts apart by the token between them, which each vocabulary has at another place. */
function checkSeparator(
  { model, vocabulary, separator }: TrainConfig,
  nameOf: (field: string) => string,
): void {
  if (!isPublicModel(model) || PUBLIC_MODELS[model].architecture !== "bert") {
    if (separator === undefined) return;
    throw wrongShape(nameOf("separator"), separator, `absent: ${model} has no segments`);
  }
  if (vocabulary === undefined) return;
  if (separator === undefined)
    throw missingField(nameOf("separator"), "given: the token behind each text in this vocabulary");
  if (separator < vocabulary) return;
  throw wrongShape(nameOf("separator"), separator, `below the ${vocabulary} of the vocabulary`);
}
