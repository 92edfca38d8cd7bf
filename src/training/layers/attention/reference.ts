import type { LayerPass, ReferenceLayer } from "../_internal/reference-layer.js";
import type { Shape } from "../shape.js";
import type { AttentionLayer } from "./spec.js";

/** Attention of one example: head by head, position by position. */
export function referenceAttention({ heads, causal }: AttentionLayer, { channels }: Shape): ReferenceLayer {
  const width = channels / 3;
  const size = width / heads;
  const scale = 1 / Math.sqrt(size);
  /** Where the channels of a head's query (0), key (1) or value (2) begin. */
  const at = (position: number, part: 0 | 1 | 2, head: number): number =>
    position * channels + part * width + head * size;

  function dot(left: Float64Array, i: number, right: Float64Array, j: number): number {
    let sum = 0;
    for (let k = 0; k < size; k++) sum += left[i + k]! * right[j + k]!;
    return sum;
  }

  function weightsOf(input: Float64Array, head: number, position: number, length: number): Float64Array {
    const scores = Float64Array.from({ length: causal ? position + 1 : length }, (_, other) => {
      return scale * dot(input, at(position, 0, head), input, at(other, 1, head));
    });
    const powers = scores.map((score) => Math.exp(score - Math.max(...scores)));
    const total = powers.reduce((sum, power) => sum + power, 0);
    return powers.map((power) => power / total);
  }

  function forward(input: Float64Array, _: Float64Array, length: number): Float64Array {
    const output = new Float64Array(input.length / 3);
    for (let head = 0; head < heads; head++) {
      for (let position = 0; position < length; position++) {
        for (const [other, weight] of weightsOf(input, head, position, length).entries()) {
          for (let k = 0; k < size; k++) {
            output[position * width + head * size + k]! += weight * input[at(other, 2, head) + k]!;
          }
        }
      }
    }
    return output;
  }

  function inputGradient({ input, outputGradient, length }: LayerPass): Float64Array {
    const gradient = new Float64Array(input.length);
    const add = (to: number, factor: number, from: Float64Array, i: number): void => {
      for (let k = 0; k < size; k++) gradient[to + k]! += factor * from[i + k]!;
    };
    for (let head = 0; head < heads; head++) {
      for (let position = 0; position < length; position++) {
        const weights = weightsOf(input, head, position, length);
        const slope = position * width + head * size;
        const slopes = weights.map((_, other) => dot(outputGradient, slope, input, at(other, 2, head)));
        const mean = weights.reduce((sum, weight, other) => sum + weight * slopes[other]!, 0);
        for (const [other, weight] of weights.entries()) {
          const score = scale * weight * (slopes[other]! - mean);
          add(at(other, 2, head), weight, outputGradient, slope);
          add(at(position, 0, head), score, input, at(other, 1, head));
          add(at(other, 1, head), score, input, at(position, 0, head));
        }
      }
    }
    return gradient;
  }

  return { forward, inputGradient };
}
