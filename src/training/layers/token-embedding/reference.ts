import type { LayerPass, ReferenceLayer } from "../_internal/reference-layer.js";
import type { TokenEmbeddingLayer } from "./spec.js";

/** The embedding of one example's tokens. */
export function referenceTokenEmbedding({ units }: TokenEmbeddingLayer): ReferenceLayer {
  return {
    forward(input, parameters) {
      const output = new Float64Array(input.length * units);
      for (const [position, token] of input.entries()) {
        output.set(parameters.subarray(token * units, (token + 1) * units), position * units);
      }
      return output;
    },
    inputGradient: ({ input }: LayerPass) => new Float64Array(input.length),
    parameterGradient({ input, outputGradient }: LayerPass, target) {
      for (const [position, token] of input.entries()) {
        for (let unit = 0; unit < units; unit++) {
          target[token * units + unit]! += outputGradient[position * units + unit]!;
        }
      }
    },
  };
}
