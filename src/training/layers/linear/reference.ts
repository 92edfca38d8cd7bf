import type { LayerPass, ReferenceLayer } from "../_internal/reference-layer.js";
import type { Shape } from "../shape.js";
import type { LinearLayer } from "./spec.js";

/** A linear layer of one example. */
export function referenceLinear({ units, biases = true }: LinearLayer, { channels }: Shape): ReferenceLayer {
  const biasesAt = channels * units;
  return {
    forward(input, parameters) {
      const output = new Float64Array((input.length / channels) * units);
      for (let i = 0; i < output.length; i++) {
        const position = Math.floor(i / units);
        const unit = i % units;
        let sum = biases ? parameters[biasesAt + unit]! : 0;
        for (let k = 0; k < channels; k++)
          sum += input[position * channels + k]! * parameters[k * units + unit]!;
        output[i] = sum;
      }
      return output;
    },
    inputGradient({ input, parameters, outputGradient }: LayerPass) {
      return input.map((_, i) => {
        const position = Math.floor(i / channels);
        const k = i % channels;
        let sum = 0;
        for (let unit = 0; unit < units; unit++) {
          sum += outputGradient[position * units + unit]! * parameters[k * units + unit]!;
        }
        return sum;
      });
    },
    parameterGradient({ input, outputGradient }: LayerPass, target) {
      for (let i = 0; i < outputGradient.length; i++) {
        const position = Math.floor(i / units);
        const unit = i % units;
        const slope = outputGradient[i]!;
        for (let k = 0; k < channels; k++)
          target[k * units + unit]! += input[position * channels + k]! * slope;
        if (biases) target[biasesAt + unit]! += slope;
      }
    },
  };
}
