import { describe, expect, it } from "vitest";
import { seededSource } from "../../random/seeded-source.js";
import { compileKernels } from "../../tensor/compile-kernels.js";
import { examplesFrom } from "../data/examples-from.js";
import { GradientPass } from "../gradients/_internal/gradient-pass.js";
import { referenceClippedSum } from "../gradients/reference-clipped-sum.js";
import { initialWeights } from "./initial-weights.js";
import { dimensionOf, type Model } from "./model.js";
import { modelTensors } from "./model-tensors.js";
import { readModel } from "./read-model.js";

const INPUT = { height: 1, width: 1, channels: 5 };
const dense = (units: number) => ({ kind: "dense", units }) as const;
const TANH = { kind: "activation", rule: "tanh" } as const;

/** Blocks in blocks, and one that changes the number of floats from one position to the next. */
const NESTED: Model = {
  input: INPUT,
  layers: [
    { kind: "residual", layers: [dense(7), TANH, dense(5)] },
    { kind: "residual", layers: [dense(3), { kind: "residual", layers: [dense(3)] }, dense(5)] },
    dense(4),
  ],
};

const IMAGES: Model = {
  input: { height: 6, width: 5, channels: 2 },
  layers: [
    { kind: "convolution", filters: 3, side: 3, stride: 1, padding: 1 },
    { kind: "residual", layers: [{ kind: "convolution", filters: 3, side: 3, stride: 1, padding: 1 }] },
    TANH,
    dense(3),
  ],
};

describe("residual blocks", () => {
  it.each([
    ["of dense layers", NESTED],
    ["of convolutions", IMAGES],
  ])("%s have the twin's gradients", async (_, model) => {
    const { input } = readModel("test", model);
    const { height, width, channels } = input as typeof INPUT;
    const size = height * width * channels;
    const values = Float32Array.from({ length: 11 * size }, (_, i) => Math.sin(i * i));
    const labels = Uint8Array.from({ length: 11 }, (_, i) => i % 3);
    const examples = examplesFrom(values, labels, {
      shape: { height, width, channels },
      classes: model === IMAGES ? 3 : 4,
    });
    const weights = initialWeights(model, seededSource(1)).map((weight, i) => weight + 0.1 * Math.sin(i));
    const pass = new GradientPass(await compileKernels(), model);
    pass.loadWeights(weights);
    const indices = Uint32Array.from(labels, (_, i) => i);
    for (const clip of [
      { norm: "none" },
      { norm: "l2", bound: 0.3 },
      { norm: "linf", bound: 0.05 },
    ] as const) {
      const { sum, lossSum } = pass.clippedGradientSum(examples, indices, clip);
      const expected = referenceClippedSum(model, weights, examples, indices, clip);
      const [error, length] = [
        Array.from(expected.sum, (value, i) => value - sum[i]!),
        Array.from(expected.sum),
      ].map((vector) => Math.hypot(...vector)) as [number, number];
      expect(error / length).toBeLessThan(1e-5);
      expect(lossSum / expected.lossSum).toBeCloseTo(1, 6);
    }
  });

  it("have their layers' weights in order, named by their place", () => {
    const names = modelTensors(NESTED, new Float32Array(dimensionOf(NESTED))).map(({ name }) => name);
    expect(names).toEqual([
      "0.0.dense.weights",
      "0.0.dense.biases",
      "0.2.dense.weights",
      "0.2.dense.biases",
      "1.0.dense.weights",
      "1.0.dense.biases",
      "1.1.0.dense.weights",
      "1.1.0.dense.biases",
      "1.2.dense.weights",
      "1.2.dense.biases",
      "2.dense.weights",
      "2.dense.biases",
    ]);
    expect(dimensionOf(NESTED)).toBe(42 + 40 + 18 + 12 + 20 + 24);
  });

  it.each([
    ["no layers", [], /layers\[0\]\.layers must be .*at least one/],
    [
      "another shape",
      [dense(4)],
      /layers\[0\] must be layers that keep their input's shape, 1 x 1 x 5, got "1 x 1 x 4"/,
    ],
    [
      "an activation at its end",
      [dense(5), TANH],
      /layers\[0\]\.layers\[1\] must be a layer that does not write over/,
    ],
    [
      "an activation at its beginning",
      [TANH, dense(5)],
      /layers\[0\]\.layers\[0\] must be a layer that does not write over/,
    ],
  ])("with %s are refused", (_, layers, message) => {
    expect(() =>
      readModel("test", { input: INPUT, layers: [{ kind: "residual", layers }, dense(2)] }),
    ).toThrow(message);
  });

  it("nested deeper than anybody needs are refused, not run into the stack's end", () => {
    let block: unknown = dense(5);
    for (let i = 0; i < 10_000; i++) block = { kind: "residual", layers: [block] };
    expect(() => readModel("test", { input: INPUT, layers: [block, dense(2)] })).toThrow(
      /in at most 8 blocks/,
    );
  });
});
