import type { RandomSource } from "../../random/random-source.js";
import { parametersOf } from "../layers/layer-geometry.js";
import { dimensionOf, layerShapes, type Model } from "./model.js";
import { type ModelName, modelOf } from "./model-name.js";

/**
 * Random weights to start from: uniform within ± sqrt(6 / (fan in + fan out)) (Glorot) in a model with tanh, within
 * ± sqrt(6 / fan in) (He) in one with ReLU; biases 0.
 *
 * @see Glorot, Bengio, "Understanding the difficulty of training deep feedforward neural networks", AISTATS 2010, Eq. 16
 * @see He et al., "Delving deep into rectifiers", ICCV 2015, arXiv:1502.01852, Eq. 10
 */
export function initialWeights(choice: Model | ModelName, source: RandomSource): Float32Array {
  const model = modelOf(choice);
  const rectified = model.layers.some((layer) => layer.kind === "activation" && layer.rule === "relu");
  const shapes = layerShapes(model);
  const result = new Float32Array(dimensionOf(model));
  let start = 0;
  for (const [i, layer] of model.layers.entries()) {
    const { weights, biases, fanIn, fanOut } = parametersOf(layer, shapes[i]!);
    const limit = Math.sqrt(6 / (rectified ? fanIn : fanIn + fanOut));
    fillUniform(result.subarray(start, start + weights), limit, source);
    start += weights + biases;
  }
  return result;
}

function fillUniform(target: Float32Array, limit: number, source: RandomSource): void {
  const words = new Uint32Array(target.length);
  source.fill(words);
  for (let i = 0; i < target.length; i++) target[i] = limit * (2 * ((words[i]! + 0.5) / 2 ** 32) - 1);
}
