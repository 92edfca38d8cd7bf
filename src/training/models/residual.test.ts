import { describe, expect, it } from "vitest";
import { seededSource } from "../../random/seeded-source.js";
import { compileKernels } from "../../tensor/compile-kernels.js";
import { examplesFrom } from "../data/examples-from.js";
import { GradientPass } from "../gradients/_internal/gradient-pass.js";
import { referenceClippedSum } from "../gradients/reference-clipped-sum.js";
import type { Block } from "./block.js";
import { initialWeights } from "./initial-weights.js";
import { dimensionOf, frozenDimensionOf, type Model } from "./model.js";
import { modelTensors } from "./model-tensors.js";
import { placedLayers } from "./placed-layers.js";
import { readModel } from "./read-model.js";

const INPUT = { height: 1, width: 1, channels: 5 };
const dense = (units: number) => ({ kind: "dense", units }) as const;
const TANH = { kind: "activation", rule: "tanh" } as const;

/** Blocks in blocks, and one that changes the number of floats from one position to the next. */
const NESTED: Model = {
  input: INPUT,
  layers: [
    { kind: "residual", layers: [dense(7), TANH, dense(5), TANH] },
    {
      kind: "sum",
      branches: [
        [dense(6)],
        [dense(2), TANH, dense(6)],
        [{ kind: "residual", layers: [dense(5)] }, dense(6)],
      ],
    },
    dense(5),
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
    expect(
      names.filter((name) => name.endsWith("weights")).map((name) => name.replace(".dense.weights", "")),
    ).toEqual(["0.0", "0.2", "1.0.0", "1.1.0", "1.1.2", "1.2.0.0", "1.2.1", "2", "3.0", "3.1.0", "3.2", "4"]);
  });

  it.each([
    ["trained last", (i: number) => i < 4],
    ["trained first", (i: number) => i > 3],
    ["trained here and there", (i: number) => i % 2 === 0],
  ])("with some layers frozen, %s: the same gradient, but for theirs", async (_, isFrozen) => {
    const places = placedLayers(NESTED).filter(({ start, end }) => end > start);
    const frozenPaths = new Set(places.filter((_, i) => isFrozen(i)).map(({ path }) => path));
    const freeze = (blocks: readonly Block[], path: string): Block[] =>
      blocks.map((block, i) => {
        const place = `${path}${i}`;
        if (block.kind === "residual") return { ...block, layers: freeze(block.layers, `${place}.`) };
        if (block.kind === "sum") {
          return { ...block, branches: block.branches.map((branch, j) => freeze(branch, `${place}.${j}.`)) };
        }
        return frozenPaths.has(place) ? { ...block, frozen: true } : block;
      });
    const model = readModel("test", { ...NESTED, layers: freeze(NESTED.layers, "") });
    const all = initialWeights(NESTED, seededSource(1)).map((weight, i) => weight + 0.1 * Math.sin(i));
    const cut = (vector: ArrayLike<number>, frozen: boolean) =>
      Float32Array.from(
        places
          .filter(({ path }) => frozenPaths.has(path) === frozen)
          .flatMap(({ start, end }) => Array.prototype.slice.call(vector, start, end)),
      );
    expect([dimensionOf(model), frozenDimensionOf(model)]).toEqual([
      cut(all, false).length,
      cut(all, true).length,
    ]);
    const examples = examplesFrom(
      Float32Array.from({ length: 15 }, (_, i) => Math.sin(i * i)),
      [0, 1, 2],
      { classes: 4 },
    );
    const indices = Uint32Array.of(0, 1, 2);
    const whole = referenceClippedSum(NESTED, all, examples, indices, { norm: "none" });
    const part = referenceClippedSum(
      model,
      cut(all, false),
      examples,
      indices,
      { norm: "none" },
      cut(all, true),
    );
    expect(Math.max(...part.sum.map((value, i) => Math.abs(value - cut(whole.sum, false)[i]!)))).toBeLessThan(
      1e-6,
    );
    const pass = new GradientPass(await compileKernels(), model, cut(all, true));
    pass.loadWeights(cut(all, false));
    const { sum, lossSum } = pass.clippedGradientSum(examples, indices, { norm: "none" });
    expect(Math.max(...part.sum.map((value, i) => Math.abs(value - sum[i]!)))).toBeLessThan(1e-5);
    expect(lossSum / whole.lossSum).toBeCloseTo(1, 6);
  });

  it.each([
    ["no layers", [], /layers\[0\]\.layers must be .*at least one/],
    [
      "another shape",
      [dense(4)],
      /layers\[0\] must be layers that keep their input's shape, 1 x 1 x 5, got "1 x 1 x 4"/,
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
