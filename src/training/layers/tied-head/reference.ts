import type { LayerPass, ReferenceLayer } from "../_internal/reference-layer.js";
import type { Shape } from "../shape.js";
import type { TiedHeadLayer } from "./spec.js";

/** The head of one example; its parameters are the embedding's, [token][unit]. */
export function referenceTiedHead({ vocabulary }: TiedHeadLayer, { channels }: Shape): ReferenceLayer {
  return {
    forward(input, parameters) {
      return Float64Array.from({ length: (input.length / channels) * vocabulary }, (_, i) => {
        const position = Math.floor(i / vocabulary);
        const token = i % vocabulary;
        let sum = 0;
        for (let k = 0; k < channels; k++)
          sum += input[position * channels + k]! * parameters[token * channels + k]!;
        return sum;
      });
    },
    inputGradient({ input, parameters, outputGradient }: LayerPass) {
      return input.map((_, i) => {
        const position = Math.floor(i / channels);
        const k = i % channels;
        let sum = 0;
        for (let token = 0; token < vocabulary; token++) {
          sum += outputGradient[position * vocabulary + token]! * parameters[token * channels + k]!;
        }
        return sum;
      });
    },
    parameterGradient({ input, outputGradient }: LayerPass, target) {
      for (const [i, slope] of outputGradient.entries()) {
        const position = Math.floor(i / vocabulary);
        const token = i % vocabulary;
        for (let k = 0; k < channels; k++)
          target[token * channels + k]! += slope * input[position * channels + k]!;
      }
    },
  };
}
