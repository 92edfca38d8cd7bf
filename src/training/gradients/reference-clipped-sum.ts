import type { Examples } from "../data/examples.js";
import type { Model } from "../models/model.js";
import { referenceModel } from "../models/reference-model.js";
import { exampleOf } from "./_internal/example-of.js";
import type { ClipRule } from "./clip-rule.js";
import { clippedBy } from "./clipped-by.js";

/** `GradientEngine.clippedGradientSum` in plain float64 loops, on one thread. */
export function referenceClippedSum(
  model: Model,
  weights: Float32Array,
  examples: Examples,
  indices: Uint32Array,
  clip: ClipRule,
  frozen: Float32Array = new Float32Array(),
): { sum: Float64Array; lossSum: number } {
  const { gradient: gradientOf } = referenceModel(model, Float64Array.from(frozen));
  const wide = Float64Array.from(weights);
  const sum = new Float64Array(weights.length);
  let lossSum = 0;
  for (const index of indices) {
    const { gradient, loss } = gradientOf(wide, exampleOf(examples, index));
    const clipped = clippedBy(clip, gradient);
    for (let i = 0; i < sum.length; i++) sum[i]! += clipped[i]!;
    lossSum += loss;
  }
  return { sum, lossSum };
}
