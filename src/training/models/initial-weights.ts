import { checkSource } from "../../random/check-source.js";
import type { RandomSource } from "../../random/random-source.js";
import type { ParameterTensor } from "../layers/layer-kind.js";
import { kindOf } from "../layers/registry.js";
import { dimensionOf, type Model } from "./model.js";
import { type ModelName, modelOf } from "./model-name.js";
import { placedLayers } from "./placed-layers.js";
import { readModel } from "./read-model.js";

/**
 * Random weights to start from, of the layers that are trained: uniform within ± sqrt(6 / (fan in + fan out))
 * (Glorot) in a model with tanh, within ± sqrt(6 / fan in) (He) in one with ReLU; biases 0. Those of
 * sequences: uniform of the standard deviation that the layer names (0.02 as in BERT and GPT-2), gains 1.
 *
 * @throws DpError BAD_INPUT or OUT_OF_RANGE the model is not one, or the source
 * @see Glorot, Bengio, "Understanding the difficulty of training deep feedforward neural networks", AISTATS
 *   2010, Eq. 16
 * @see He et al., "Delving deep into rectifiers", ICCV 2015, arXiv:1502.01852, Eq. 10
 */
export function initialWeights(choice: Model | ModelName, source: RandomSource): Float32Array {
  const model = readModel("initialWeights", modelOf(choice));
  checkSource("initialWeights: source", source);
  const layers = placedLayers(model);
  const rectified = layers.some(({ layer }) => layer.kind === "activation" && layer.rule === "relu");
  const result = new Float32Array(dimensionOf(model));
  let end = 0;
  for (const { layer, input } of layers.filter((place) => !place.layer.frozen)) {
    for (const { shape, start } of kindOf(layer).parameters(layer, input)) {
      const from = end;
      end += shape.reduce((product, size) => product * size, 1);
      if (start === undefined) continue;
      const target = result.subarray(from, end);
      if ("constant" in start) target.fill(start.constant);
      else fillUniform(target, limitOf(start, rectified), source);
    }
  }
  return result;
}

/** A uniform number within ± limit has the standard deviation limit / sqrt(3). */
function limitOf(
  start: Exclude<ParameterTensor["start"], undefined | { readonly constant: number }>,
  rectified: boolean,
): number {
  if ("deviation" in start) return Math.sqrt(3) * start.deviation;
  return Math.sqrt(6 / (rectified ? start.fans.in : start.fans.in + start.fans.out));
}

function fillUniform(target: Float32Array, limit: number, source: RandomSource): void {
  const words = new Uint32Array(target.length);
  source.fill(words);
  for (let i = 0; i < target.length; i++) target[i] = limit * (2 * ((words[i]! + 0.5) / 2 ** 32) - 1);
}
