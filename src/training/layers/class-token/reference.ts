import type { LayerPass, ReferenceLayer } from "../_internal/reference-layer.js";
import type { Shape } from "../shape.js";

/** The class token before one example. */
export function referenceClassToken({ channels }: Shape): ReferenceLayer {
  return {
    forward: (input, parameters) => Float64Array.of(...parameters, ...input),
    inputGradient: ({ outputGradient }: LayerPass) => outputGradient.slice(channels),
    parameterGradient: ({ outputGradient }: LayerPass, target) =>
      target.set(outputGradient.subarray(0, channels)),
  };
}
