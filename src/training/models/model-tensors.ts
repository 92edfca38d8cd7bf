import { kindOf } from "../layers/registry.js";
import type { NamedTensor } from "../safetensors/tensor-file.js";
import { layerShapes, type Model } from "./model.js";

/** A model's weights cut into the tensors of its layers, named by number, kind and parameter, e.g. `0.convolution.weights`. */
export function modelTensors(model: Model, weights: Float32Array): NamedTensor[] {
  const shapes = layerShapes(model);
  let end = 0;
  return model.layers.flatMap((layer, i) =>
    kindOf(layer)
      .parameters(layer, shapes[i]!)
      .map(({ name, shape }) => {
        const start = end;
        end += shape.reduce((product, size) => product * size, 1);
        return { name: `${i}.${layer.kind}.${name}`, shape, values: weights.subarray(start, end) };
      }),
  );
}
