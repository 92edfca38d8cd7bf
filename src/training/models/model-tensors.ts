import type { Layer, Shape } from "../layers/layer.js";
import { parametersOf } from "../layers/layer-geometry.js";
import { layerShapes, type Model } from "./model.js";
import type { NamedTensor } from "../safetensors/tensor-file.js";

/** A model's weights cut into one tensor per layer for its weights and one for its biases, e.g. `0.convolution.weights`. */
export function modelTensors(model: Model, weights: Float32Array): NamedTensor[] {
  const shapes = layerShapes(model);
  let start = 0;
  const take = (name: string, shape: readonly number[]): NamedTensor => {
    const from = start;
    start += shape.reduce((product, size) => product * size, 1);
    return { name, shape, values: weights.subarray(from, start) };
  };
  return model.layers.flatMap((layer, i) => {
    const shape = weightShape(layer, shapes[i]!);
    if (shape === undefined) return [];
    const { biases } = parametersOf(layer, shapes[i]!);
    const name = `${i}.${layer.kind}`;
    return [take(`${name}.weights`, shape), take(`${name}.biases`, [biases])];
  });
}

function weightShape(layer: Layer, input: Shape): number[] | undefined {
  if (layer.kind === "convolution") return [layer.filters, layer.side, layer.side, input.channels];
  if (layer.kind === "dense") return [parametersOf(layer, input).fanIn, layer.units];
  return undefined;
}
