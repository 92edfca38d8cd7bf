import { checkSource } from "../../random/check-source.js";
import type { RandomSource } from "../../random/random-source.js";
import { kindOf } from "../layers/registry.js";
import { dimensionOf, layerShapes, type Model } from "./model.js";
import { type ModelName, modelOf } from "./model-name.js";
import { readModel } from "./read-model.js";

/**
 * Random weights to start from: uniform within ± sqrt(6 / (fan in + fan out)) (Glorot) in a model with tanh, within
 * ± sqrt(6 / fan in) (He) in one with ReLU; biases 0.
 *
 * @throws DpError BAD_INPUT or OUT_OF_RANGE the model is not one, or the source
 * @see Glorot, Bengio, "Understanding the difficulty of training deep feedforward neural networks", AISTATS 2010, Eq. 16
 * @see He et al., "Delving deep into rectifiers", ICCV 2015, arXiv:1502.01852, Eq. 10
 */
export function initialWeights(choice: Model | ModelName, source: RandomSource): Float32Array {
  const model = readModel("initialWeights", modelOf(choice));
  checkSource("initialWeights: source", source);
  const rectified = model.layers.some((layer) => layer.kind === "activation" && layer.rule === "relu");
  const shapes = layerShapes(model);
  const result = new Float32Array(dimensionOf(model));
  let end = 0;
  for (const [i, layer] of model.layers.entries()) {
    for (const { shape, fans } of kindOf(layer).parameters(layer, shapes[i]!)) {
      const start = end;
      end += shape.reduce((product, size) => product * size, 1);
      if (fans === undefined) continue;
      const limit = Math.sqrt(6 / (rectified ? fans.in : fans.in + fans.out));
      fillUniform(result.subarray(start, end), limit, source);
    }
  }
  return result;
}

function fillUniform(target: Float32Array, limit: number, source: RandomSource): void {
  const words = new Uint32Array(target.length);
  source.fill(words);
  for (let i = 0; i < target.length; i++) target[i] = limit * (2 * ((words[i]! + 0.5) / 2 ** 32) - 1);
}
