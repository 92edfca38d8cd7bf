import { kindOf } from "../layers/registry.js";
import type { NamedTensor } from "../safetensors/tensor-file.js";
import type { Model } from "./model.js";
import { placedLayers } from "./placed-layers.js";

/** The weights that a model trains, or those of its frozen layers, cut into the tensors of its layers, named by place, kind and parameter, e.g. `0.convolution.weights`. */
export function modelTensors(
  model: Model,
  weights: Float32Array,
  part: "trained" | "frozen" = "trained",
): NamedTensor[] {
  let end = 0;
  const layers = placedLayers(model).filter(({ layer }) => (layer.frozen ? "frozen" : "trained") === part);
  return layers.flatMap(({ layer, path, input }) =>
    kindOf(layer)
      .parameters(layer, input)
      .map(({ name, shape }) => {
        const start = end;
        end += shape.reduce((product, size) => product * size, 1);
        return { name: `${path}.${layer.kind}.${name}`, shape, values: weights.subarray(start, end) };
      }),
  );
}
