import type { LayerPass, ReferenceLayer } from "../_internal/reference-layer.js";
import type { DenseLayer } from "./spec.js";

/** A dense layer of one example. */
export function referenceDense({ units }: DenseLayer): ReferenceLayer {
  return {
    forward(input, parameters) {
      const output = parameters.slice(input.length * units);
      for (let i = 0; i < input.length; i++) {
        for (let unit = 0; unit < units; unit++) output[unit]! += input[i]! * parameters[i * units + unit]!;
      }
      return output;
    },
    inputGradient({ input, parameters, outputGradient }: LayerPass) {
      const gradient = new Float64Array(input.length);
      for (let i = 0; i < input.length; i++) {
        for (let unit = 0; unit < units; unit++) {
          gradient[i]! += outputGradient[unit]! * parameters[i * units + unit]!;
        }
      }
      return gradient;
    },
    parameterGradient({ input, outputGradient }: LayerPass, target) {
      for (let i = 0; i < input.length; i++) {
        for (let unit = 0; unit < units; unit++) target[i * units + unit] = input[i]! * outputGradient[unit]!;
      }
      target.set(outputGradient, input.length * units);
    },
  };
}
