import type { LayerPass, ReferenceLayer } from "../_internal/reference-layer.js";
import type { Shape } from "../shape.js";
import type { LayerNormLayer } from "./spec.js";

/** Layer normalisation of one example. */
export function referenceLayerNorm({ epsilon }: LayerNormLayer, { channels }: Shape): ReferenceLayer {
  /** A position's channels brought to mean 0 and variance 1, and what one unit of them is. */
  function normalise(row: Float64Array): { unit: number; values: Float64Array } {
    const mean = row.reduce((sum, value) => sum + value, 0) / channels;
    const variance = row.reduce((sum, value) => sum + (value - mean) ** 2, 0) / channels;
    const unit = Math.sqrt(variance + epsilon);
    return { unit, values: row.map((value) => (value - mean) / unit) };
  }

  function* rows(input: Float64Array): Generator<[start: number, row: ReturnType<typeof normalise>]> {
    for (let start = 0; start < input.length; start += channels) {
      yield [start, normalise(input.subarray(start, start + channels))];
    }
  }

  return {
    forward(input, parameters) {
      const output = new Float64Array(input.length);
      for (const [start, { values }] of rows(input)) {
        for (const [i, value] of values.entries()) {
          output[start + i] = parameters[i]! * value + parameters[channels + i]!;
        }
      }
      return output;
    },
    inputGradient({ input, parameters, outputGradient }: LayerPass) {
      const gradient = new Float64Array(input.length);
      for (const [start, { unit, values }] of rows(input)) {
        const slopes = values.map((_, i) => outputGradient[start + i]! * parameters[i]!);
        const mean = slopes.reduce((sum, slope) => sum + slope, 0) / channels;
        const along = slopes.reduce((sum, slope, i) => sum + slope * values[i]!, 0) / channels;
        for (const [i, slope] of slopes.entries())
          gradient[start + i] = (slope - mean - values[i]! * along) / unit;
      }
      return gradient;
    },
    parameterGradient({ input, outputGradient }: LayerPass, target) {
      for (const [start, { values }] of rows(input)) {
        for (const [i, value] of values.entries()) {
          target[i]! += outputGradient[start + i]! * value;
          target[channels + i]! += outputGradient[start + i]!;
        }
      }
    },
  };
}
