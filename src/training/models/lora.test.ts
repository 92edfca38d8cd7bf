import { describe, expect, it } from "vitest";
import { seededSource } from "../../random/seeded-source.js";
import { initialWeights } from "./initial-weights.js";
import { loraModel } from "./lora-model.js";
import { loraWeights } from "./lora-weights.js";
import { dimensionOf, frozenDimensionOf, type Model } from "./model.js";
import { referenceModel } from "./reference-model.js";

const D = 6;
const linear = (units: number) => ({ kind: "linear", units }) as const;
const WRITER: Model = {
  input: { vocabulary: 9, length: 5 },
  target: "next-token",
  layers: [
    { kind: "tokenEmbedding", vocabulary: 9, units: D },
    {
      kind: "residual",
      layers: [
        { kind: "layerNorm", epsilon: 1e-5 },
        linear(3 * D),
        { kind: "attention", heads: 2, causal: true },
        linear(D),
      ],
    },
    { kind: "residual", layers: [linear(8), { kind: "activation", rule: "gelu" }, linear(D)] },
    { kind: "layerNorm", epsilon: 1e-5 },
    { kind: "tiedHead", vocabulary: 9 },
  ],
};
const EXAMPLE = { values: Uint8Array.of(1, 5, 2, 2, 8), labels: [], length: 5 };
const WEIGHTS = initialWeights(WRITER, seededSource(1)).map((weight, i) => weight + 0.2 * Math.sin(i * i));

describe("low-rank adaptation", () => {
  const model = loraModel(WRITER, { rank: 2 });
  const { weights, frozen } = loraWeights(WRITER, WEIGHTS, { rank: 2 }, seededSource(2));

  it("trains two matrices of rank r beside those of attention, and what stands behind the blocks", () => {
    const attention = D * 3 * D + 3 * D + D * D + D;
    const feedForward = D * 8 + 8 + 8 * D + D;
    expect(frozenDimensionOf(model)).toBe(9 * D + 2 * D + attention + feedForward);
    expect(dimensionOf(model)).toBe(2 * (D + 3 * D) + 2 * (D + D) + 2 * D);
    expect(frozenDimensionOf(model) + 2 * D).toBe(dimensionOf(WRITER));
  });

  it("starts where the model was, and moves away in the adapters", () => {
    const before = referenceModel(WRITER).logits(Float64Array.from(WEIGHTS), EXAMPLE);
    const adapted = referenceModel(model, Float64Array.from(frozen));
    expect(adapted.logits(Float64Array.from(weights), EXAMPLE)).toEqual(before);
    const { gradient } = adapted.gradient(Float64Array.from(weights), EXAMPLE);
    // A and B of the queries, keys and values, A and B of the mixture, gains and biases: the first matrices
    // have no gradient yet.
    const ends = [0, 12, 48, 60, 72, 84];
    const lengths = ends.slice(1).map((end, i) => Math.hypot(...gradient.subarray(ends[i], end)));
    expect(lengths.map((length) => length > 1e-6)).toEqual([false, true, false, true, true]);
  });

  it("has the gradients of central differences", () => {
    const { gradient, loss } = referenceModel(model, Float64Array.from(frozen));
    const at = Float64Array.from(weights, (weight, i) => weight + 0.1 * Math.sin(3 * i));
    const exact = gradient(at, EXAMPLE).gradient;
    for (let i = 0; i < at.length; i += 5) {
      const shifted = (step: number) => at.map((weight, j) => (j === i ? weight + step : weight));
      const numeric = (loss(shifted(1e-5), EXAMPLE) - loss(shifted(-1e-5), EXAMPLE)) / 2e-5;
      expect(numeric).toBeCloseTo(exact[i]!, 8);
    }
  });

  it("refuses ranks and weights that are none", () => {
    const plain: Model = {
      input: { height: 1, width: 1, channels: 2 },
      layers: [{ kind: "dense", units: 2 }],
    };
    expect(() => loraModel(plain, { rank: 1 })).toThrow(/layers with a linear one in a block with attention/);
    expect(() => loraModel(WRITER, { rank: 0 })).toThrow(/rank must be an integer >= 1, got 0/);
    expect(() => loraWeights(WRITER, WEIGHTS.subarray(1), { rank: 2 }, seededSource(2))).toThrow(
      new RegExp(`weights must be a Float32Array of ${WEIGHTS.length} numbers, got ${WEIGHTS.length - 1}`),
    );
  });
});
