import { kindOf } from "../layers/registry.js";
import { layerName } from "./layer-name.js";
import { layerShapes, type Model } from "./model.js";

/** Part of a vector that has an entry for every weight of a model. */
interface ModelTensor<Vector> {
  readonly name: string;
  readonly shape: readonly number[];
  readonly values: Vector;
}

/**
 * A model's weights cut into the tensors of its layers, named by number, kind and parameter, e.g. `0.convolution.weights`. The
 * values are the vector's own.
 */
export function modelTensors<Vector extends Float32Array | Float64Array | Uint8Array>(
  model: Model,
  weights: Vector,
): ModelTensor<Vector>[] {
  const shapes = layerShapes(model);
  let end = 0;
  return model.layers.flatMap((layer, i) =>
    kindOf(layer)
      .parameters(layer, shapes[i]!)
      .map(({ name, shape }) => {
        const start = end;
        end += shape.reduce((product, size) => product * size, 1);
        return {
          name: `${layerName(layer, i)}.${name}`,
          shape,
          values: weights.subarray(start, end) as Vector,
        };
      }),
  );
}
