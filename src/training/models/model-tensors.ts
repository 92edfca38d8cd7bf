import { kindOf } from "../layers/registry.js";
import type { Model } from "./model.js";
import { type PlacedLayer, placedLayers } from "./placed-layers.js";

/** Part of a vector that has an entry for every weight. */
interface ModelTensor<Vector> {
  readonly name: string;
  readonly shape: readonly number[];
  readonly values: Vector;
}

/**
 * The weights that a model trains, or those of its frozen layers, cut into the tensors of its layers, named
 * by place, kind and parameter, e.g. `0.convolution.weights`. The values are the vector's own.
 */
export function modelTensors<Vector extends Float32Array | Float64Array | Uint8Array>(
  model: Model,
  weights: Vector,
  part: "trained" | "frozen" = "trained",
): ModelTensor<Vector>[] {
  let end = 0;
  const layers = placedLayers(model).filter(({ layer }) => (layer.frozen ? "frozen" : "trained") === part);
  return layers.flatMap((place) =>
    kindOf(place.layer)
      .parameters(place.layer, place.input)
      .map(({ name, shape }) => {
        const start = end;
        end += shape.reduce((product, size) => product * size, 1);
        return { name: `${layerName(place)}.${name}`, shape, values: weights.subarray(start, end) as Vector };
      }),
  );
}

/** How the names of a layer's tensors begin. */
export function layerName({ path, layer }: PlacedLayer): string {
  return `${path}.${layer.kind}`;
}
