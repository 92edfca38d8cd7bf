import type { LayerPass, ReferenceLayer } from "../_internal/reference-layer.js";
import type { Shape } from "../shape.js";
import type { SegmentEmbeddingLayer } from "./spec.js";

/** The embedding of one example's segments. */
export function referenceSegmentEmbedding(
  { segments, separator }: SegmentEmbeddingLayer,
  { channels }: Shape,
): ReferenceLayer {
  /** Where the vector of each value's position begins, plus the value's channel. */
  function places(count: number, tokens: Float64Array): Int32Array {
    let segment = 0;
    return Int32Array.from({ length: count }, (_, i) => {
      const startsPosition = i > 0 && i % channels === 0;
      if (startsPosition && tokens[i / channels - 1] === separator && segment < segments - 1) segment += 1;
      return segment * channels + (i % channels);
    });
  }

  return {
    forward(input, parameters, _, tokens) {
      const at = places(input.length, tokens);
      return input.map((value, i) => value + parameters[at[i]!]!);
    },
    inputGradient: ({ outputGradient }: LayerPass) => outputGradient.slice(),
    parameterGradient({ outputGradient, tokens }: LayerPass, target) {
      for (const [i, place] of places(outputGradient.length, tokens).entries()) {
        target[place]! += outputGradient[i]!;
      }
    },
  };
}
