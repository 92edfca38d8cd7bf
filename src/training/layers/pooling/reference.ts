import type { LayerPass, ReferenceLayer } from "../_internal/reference-layer.js";
import type { Shape } from "../shape.js";
import type { PoolingLayer } from "./spec.js";

/** Pooling of one example. */
export function referencePooling({ rule }: PoolingLayer, { channels }: Shape): ReferenceLayer {
  /** The positions that count, and how much. */
  function weights(length: number): readonly (readonly [position: number, weight: number])[] {
    if (rule === "mean") return Array.from({ length }, (_, position) => [position, 1 / length]);
    return [[rule === "first" ? 0 : length - 1, 1]];
  }

  return {
    forward(input, _, length) {
      const output = new Float64Array(channels);
      for (const [position, weight] of weights(length)) {
        for (let k = 0; k < channels; k++) output[k]! += weight * input[position * channels + k]!;
      }
      return output;
    },
    inputGradient({ input, outputGradient, length }: LayerPass) {
      const gradient = new Float64Array(input.length);
      for (const [position, weight] of weights(length)) {
        for (let k = 0; k < channels; k++) gradient[position * channels + k] = weight * outputGradient[k]!;
      }
      return gradient;
    },
  };
}
