import type { RandomSource } from "../../../../src/random/random-source.js";
import { isLayer } from "../../../../src/training/models/block.js";
import { initialWeights } from "../../../../src/training/models/initial-weights.js";
import type { Model } from "../../../../src/training/models/model.js";
import { modelTensors } from "../../../../src/training/models/model-tensors.js";
import { printError } from "../run-program.js";
import { readTensors } from "./read-tensors.js";

/** A model's weights from a file with its tensors' names; a head that the file lacks, or has for other classes, begins at random. */
export async function initFromFile(file: string, model: Model, source: RandomSource): Promise<Float32Array> {
  const weights = initialWeights(model, source);
  const tensors = modelTensors(model, weights);
  const lastBlock = model.layers.findLastIndex((block) => !isLayer(block));
  const isHead = ({ name }: { readonly name: string }) => Number(name.split(".", 1)[0]) > lastBlock;
  const head = new Set(lastBlock < 0 ? [] : tensors.filter(isHead).map(({ name }) => name));
  const left = await readTensors(file, tensors, head);
  if (left.length > 0) printError(`${file} has no such head: ${left.join(", ")} begin at random`);
  return weights;
}
