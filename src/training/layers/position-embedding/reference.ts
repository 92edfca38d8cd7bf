import type { LayerPass, ReferenceLayer } from "../_internal/reference-layer.js";

/** The embedding of one example's positions. */
export function referencePositionEmbedding(): ReferenceLayer {
  return {
    forward: (input, parameters) => input.map((value, i) => value + parameters[i]!),
    inputGradient: ({ outputGradient }: LayerPass) => outputGradient.slice(),
    parameterGradient: ({ outputGradient }: LayerPass, target) => target.set(outputGradient),
  };
}
