import type { LayerPass, ReferenceLayer } from "../_internal/reference-layer.js";
import { type Shape, sizeOf } from "../shape.js";
import { type MaxPoolLayer, maxPoolSpec } from "./spec.js";

/** The gradient goes to the first largest value of a window, left to right, top to bottom. */
export function referenceMaxPool(layer: MaxPoolLayer, input: Shape): ReferenceLayer {
  const { side, stride } = layer;
  const { height, width, channels } = maxPoolSpec.shape(layer, input);

  /** Index of the value that a window takes. */
  function winner(values: Float64Array, y: number, x: number, channel: number): number {
    let best = -1;
    for (let dy = 0; dy < side; dy++) {
      for (let dx = 0; dx < side; dx++) {
        const index = ((y * stride + dy) * input.width + x * stride + dx) * channels + channel;
        if (best < 0 || values[index]! > values[best]!) best = index;
      }
    }
    return best;
  }

  function winners(values: Float64Array): Int32Array {
    const result = new Int32Array(height * width * channels);
    for (let y = 0, i = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        for (let channel = 0; channel < channels; channel++) result[i++] = winner(values, y, x, channel);
      }
    }
    return result;
  }

  return {
    forward: (values) => Float64Array.from(winners(values), (index) => values[index]!),
    inputGradient(pass: LayerPass) {
      const gradient = new Float64Array(sizeOf(input));
      winners(pass.input).forEach((index, i) => {
        gradient[index]! += pass.outputGradient[i]!;
      });
      return gradient;
    },
  };
}
