import type { LayerPass, ReferenceLayer } from "../_internal/reference-layer.js";
import { referenceLinear } from "../linear/reference.js";
import type { Shape } from "../shape.js";
import type { PatchEmbeddingLayer } from "./spec.js";

/** The embedding of one picture's patches: a linear layer on their values in another order. */
export function referencePatchEmbedding(
  { side, units }: PatchEmbeddingLayer,
  { height, width, channels }: Shape,
): ReferenceLayer {
  const size = side * side * channels;
  const linear = referenceLinear({ kind: "linear", units }, { height: 1, width: 1, channels: size });
  /** Where in the picture each value of the patches stands. */
  const places = Int32Array.from({ length: height * width * channels }, (_, i) => {
    const [patch, row, column] = [
      Math.floor(i / size),
      Math.floor((i % size) / (side * channels)),
      i % (side * channels),
    ];
    const perRow = width / side;
    const y = Math.floor(patch / perRow) * side + row;
    return (y * width + (patch % perRow) * side) * channels + column;
  });
  const gather = (input: Float64Array): Float64Array => Float64Array.from(places, (place) => input[place]!);
  const inPatches = (pass: LayerPass): LayerPass => ({ ...pass, input: gather(pass.input) });
  return {
    forward: (input, ...given) => linear.forward(gather(input), ...given),
    inputGradient(pass) {
      const gradient = new Float64Array(places.length);
      for (const [i, slope] of linear.inputGradient(inPatches(pass)).entries()) gradient[places[i]!] = slope;
      return gradient;
    },
    parameterGradient: (pass, target) => linear.parameterGradient!(inPatches(pass), target),
  };
}
