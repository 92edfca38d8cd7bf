import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { privUnitRandomizer } from "../../../mechanisms/index.js";
import { seededSource } from "../../../random/seeded-source.js";
import { compileKernels } from "../../../tensor/compile-kernels.js";
import type { Examples } from "../../data/examples.js";
import { loadMnist } from "../../data/load-mnist.js";
import type { Layer } from "../../layers/layer.js";
import { sizeOf } from "../../layers/shape.js";
import { inputShape } from "../../layers/token-input.js";
import { initialWeights } from "../../models/initial-weights.js";
import { classesOf, dimensionOf, type Model } from "../../models/model.js";
import { modelOf } from "../../models/model-name.js";
import type { ClipRule } from "../clip-rule.js";
import { referenceClippedSum } from "../reference-clipped-sum.js";
import { GradientPass } from "./gradient-pass.js";

const module = await compileKernels();
const { train } = await loadMnist();

/** Fresh weights whose biases are not zero: a forgotten bias must show. */
function someWeights(model: Model, seed = 1): Float32Array {
  return initialWeights(model, seededSource(seed)).map((weight, i) =>
    weight === 0 ? 0.1 * Math.sin(i) : weight,
  );
}

function passOf(model: Model, weights: Float32Array): GradientPass {
  const pass = new GradientPass(module, model);
  pass.loadWeights(weights);
  return pass;
}

function l2(values: ArrayLike<number>): number {
  return Math.sqrt(Array.from(values).reduce((total, value) => total + value * value, 0));
}

function relativeError(actual: Float32Array, expected: Float64Array): number {
  return l2(expected.map((value, i) => value - actual[i]!)) / l2(expected);
}

/** Examples of random bytes, some rows of them empty. */
function randomExamples(count: number, model: Model): Examples {
  const inputSize = sizeOf(inputShape(model.input));
  const words = new Uint32Array(count * inputSize);
  seededSource("bytes").fill(words);
  const inputs = Uint8Array.from(words, (word, i) => (Math.floor(i / 40) % 3 === 0 ? 0 : word & 255));
  const labels = Uint8Array.from({ length: count }, (_, i) => i % Math.min(3, classesOf(model)));
  return { count, shape: inputShape(model.input), classes: classesOf(model), inputs, labels };
}

describe.each(["mnist-cnn", "mnist-cnn-relu"] as const)("kernels on %s", (name) => {
  const model = modelOf(name);
  const weights = someWeights(model);
  const pass = passOf(model, weights);

  it.each<ClipRule>([
    { norm: "none" },
    { norm: "l2", bound: 0.37 },
    { norm: "l2", bound: 50 },
    { norm: "linf", bound: 0.01 },
    { norm: "l1", bound: 0.5 },
  ])("agree with the plain twin, one example at a time and together: %o", { tags: ["slow"] }, (clip) => {
    const indices = Uint32Array.from({ length: 19 }, (_, i) => i * 997);
    for (const batch of [indices.subarray(0, 1), indices.subarray(1, 2), indices.subarray(2, 3), indices]) {
      const { sum, lossSum } = pass.clippedGradientSum(train, batch, clip);
      const expected = referenceClippedSum(model, weights, train, batch, clip);
      expect(relativeError(sum, expected.sum)).toBeLessThan(1e-5);
      expect(lossSum / expected.lossSum).toBeCloseTo(1, 6);
    }
  });

  it.each([1e-3, 0.01, 1, 50])(
    "keep every l2 norm within %f, and at most 2^-19 below it",
    { tags: ["slow"] },
    (bound) => {
      for (let example = 0; example < 40; example++) {
        const index = Uint32Array.of(example);
        const raw = l2(pass.clippedGradientSum(train, index, { norm: "none" }).sum);
        const clipped = l2(pass.clippedGradientSum(train, index, { norm: "l2", bound }).sum);
        expect(clipped).toBeLessThanOrEqual(bound);
        expect(clipped).toBeGreaterThanOrEqual(Math.min(raw, bound) * (1 - 2 ** -19));
      }
    },
  );

  it("need the margin: a factor rounded to nearest exceeds the bound for some examples", () => {
    const exceeding = Array.from({ length: 40 }, (_, example) => {
      const { sum } = pass.clippedGradientSum(train, Uint32Array.of(example), { norm: "none" });
      const factor = Math.fround(0.01 / l2(sum));
      return l2(sum.map((value) => factor * value)) > 0.01;
    });
    expect(exceeding).toContain(true);
  });

  it.each([1e-3, 0.01, 50])("keep every largest entry within %f", (bound) => {
    for (let example = 0; example < 20; example++) {
      const { sum } = pass.clippedGradientSum(train, Uint32Array.of(example), { norm: "linf", bound });
      expect(Math.max(...sum.map(Math.abs))).toBeLessThanOrEqual(bound);
    }
  });

  it.each(["l2", "linf"] as const)("add nothing, not NaN, for a gradient of zero (%s)", (norm) => {
    const certain = weights.slice();
    certain[certain.length - 10 + train.labels[0]!] = 2000;
    const { sum, lossSum } = passOf(model, certain).clippedGradientSum(train, Uint32Array.of(0), {
      norm,
      bound: 1,
    });
    expect(lossSum).toBe(0);
    expect(sum.every((value) => value === 0)).toBe(true);
  });

  it("count what is right as the plain logits do", { tags: ["slow"] }, () => {
    const indices = Uint32Array.from({ length: 200 }, (_, i) => i);
    const { count, correct, lossSum } = pass.evaluate(train, indices);
    expect(count).toBe(200);
    expect(correct).toBeGreaterThan(0);
    expect(correct).toBeLessThan(60);
    expect(lossSum).toBeCloseTo(
      referenceClippedSum(model, weights, train, indices, { norm: "none" }).lossSum,
      2,
    );
  });
});

describe("a gradient that is not finite", () => {
  const model: Model = {
    input: { height: 28, width: 28, channels: 1 },
    layers: [
      { kind: "convolution", filters: 16, side: 8, stride: 4, padding: 2 },
      { kind: "convolution", filters: 16, side: 2, stride: 1, padding: 0 },
      { kind: "dense", units: 24 },
      { kind: "activation", rule: "relu" },
      { kind: "dense", units: 10 },
    ],
  };
  // Weights of the first filters that only an image which is not black takes out of f32's range: example 3.
  const filters = 16 * 8 * 8;
  const pass = passOf(
    model,
    someWeights(model).map((weight, i) => (i < filters ? 3e38 * Math.sign(weight) : weight)),
  );
  const inputs = new Uint8Array(20 * 784);
  const bad = Uint32Array.of(3);
  inputs.fill(255, 3 * 784, 4 * 784);
  const labels = Uint8Array.from({ length: 20 }, (_, i) => i % 10);
  const examples: Examples = { count: 20, shape: inputShape(model.input), classes: 10, inputs, labels };
  const all = Uint32Array.from({ length: 20 }, (_, i) => i);

  it.each([
    { norm: "l2", bound: 0.3 },
    { norm: "linf", bound: 0.02 },
    { norm: "l1", bound: 0.5 },
  ] as const)("adds nothing to a clipped sum, and stays out of the others: $norm", (clip) => {
    const raw = pass.clippedGradientSum(examples, bad, { norm: "none" }).sum;
    expect(raw.some(Number.isNaN)).toBe(true);
    const { sum, lossSum } = pass.clippedGradientSum(examples, all, clip);
    const others = all.filter((example) => example !== 3);
    const expected = Float64Array.from(pass.clippedGradientSum(examples, others, clip).sum);
    expect(lossSum).toBeNaN();
    const size = clip.norm === "l1" ? expected.reduce((total, x) => total + Math.abs(x), 0) : l2(expected);
    expect(size).toBeGreaterThan(clip.bound / 10);
    expect(relativeError(sum, expected)).toBeLessThan(1e-6);
    const alone = pass.clippedGradientSum(examples, bad, clip).sum;
    expect(alone).toEqual(new Float32Array(alone.length));
  });

  it.each(["priv-unit", "hemisphere", "linf", "l1"] as const)(
    "is reported as a zero gradient is: %s",
    (kind) => {
      const randomizer = { kind, localEpsilon: 2, clipBound: 0.3 };
      // A bias that makes the label certain makes every entry zero.
      const certain = someWeights(model);
      certain[certain.length - 10 + labels[3]!] = 2000;
      const [report, expected] = [pass, passOf(model, certain)].map(
        (some) => some.reportSum(examples, bad, randomizer, seededSource(4)).sum,
      );
      expect(l2(expected!)).toBeGreaterThan(0);
      expect(report).toEqual(expected);
    },
  );
});

describe("kernels on other layers", () => {
  it.each<[string, Model]>([
    [
      "three channels, 32 filters, stride 1, pools side by side",
      {
        input: { height: 11, width: 14, channels: 3 },
        layers: [
          { kind: "convolution", filters: 32, side: 3, stride: 1, padding: 1 },
          { kind: "activation", rule: "tanh" },
          { kind: "maxPool", side: 2, stride: 2 },
          { kind: "convolution", filters: 16, side: 2, stride: 1, padding: 0 },
          { kind: "activation", rule: "relu" },
          { kind: "dense", units: 3 },
        ],
      },
    ],
    [
      "padded convolutions behind the first: side by side, strided, behind a pool and in front of one",
      {
        input: { height: 13, width: 10, channels: 1 },
        layers: [
          { kind: "convolution", filters: 16, side: 3, stride: 1, padding: 1 },
          { kind: "convolution", filters: 32, side: 3, stride: 1, padding: 1 },
          { kind: "activation", rule: "tanh" },
          { kind: "maxPool", side: 2, stride: 2 },
          { kind: "convolution", filters: 16, side: 4, stride: 3, padding: 2 },
          { kind: "maxPool", side: 2, stride: 1 },
          { kind: "activation", rule: "tanh" },
          { kind: "dense", units: 3 },
        ],
      },
    ],
    [
      "stride 3, sizes that are no multiple of anything",
      {
        input: { height: 17, width: 16, channels: 1 },
        layers: [
          { kind: "convolution", filters: 16, side: 6, stride: 3, padding: 2 },
          { kind: "maxPool", side: 2, stride: 1 },
          { kind: "activation", rule: "tanh" },
          { kind: "dense", units: 13 },
          { kind: "activation", rule: "relu" },
          { kind: "dense", units: 7 },
          { kind: "activation", rule: "tanh" },
          { kind: "dense", units: 5 },
        ],
      },
    ],
  ])("agree with the plain twin: %s", { tags: ["slow"] }, (_, model) => {
    const examples = randomExamples(13, model);
    const weights = someWeights(model, 5);
    const indices = Uint32Array.from({ length: 13 }, (_, i) => i);
    for (const clip of [
      { norm: "none" },
      { norm: "l2", bound: 0.2 },
      { norm: "linf", bound: 0.02 },
    ] as const) {
      const { sum } = passOf(model, weights).clippedGradientSum(examples, indices, clip);
      const expected = referenceClippedSum(model, weights, examples, indices, clip);
      expect(relativeError(sum, expected.sum)).toBeLessThan(1e-5);
    }
  });

  it.each(["cifar10-cnn", "cifar10-cnn-relu"] as const)(
    "agree with the plain twin on %s",
    { tags: ["slow"] },
    (name) => {
      const model = modelOf(name);
      const examples = randomExamples(9, model);
      const weights = someWeights(model, 6);
      const indices = Uint32Array.from({ length: 9 }, (_, i) => i);
      const clip = { norm: "l2", bound: 0.2 } as const;
      const { sum } = passOf(model, weights).clippedGradientSum(examples, indices, clip);
      const expected = referenceClippedSum(model, weights, examples, indices, clip);
      expect(relativeError(sum, expected.sum)).toBeLessThan(1e-5);
    },
  );

  // Digests of the sums at commit 5f17567.
  it.each([
    ["mnist-cnn", "12882d710059d955"],
    ["mnist-cnn-relu", "20a77cd156fd883b"],
    ["cifar10-cnn", "23005be6bab92588"],
    ["cifar10-cnn-relu", "1db45c91e408a550"],
  ] as const)("keep the bits of sums and reports: %s", (name, expected) => {
    const model = modelOf(name);
    const pass = passOf(model, someWeights(model, 7));
    const examples = randomExamples(13, model);
    const indices = Uint32Array.from({ length: 13 }, (_, i) => i);
    const hash = createHash("sha256");
    for (const clip of [
      { norm: "none" },
      { norm: "l2", bound: 0.2 },
      { norm: "linf", bound: 0.02 },
    ] as const) {
      const { sum, lossSum } = pass.clippedGradientSum(examples, indices, clip);
      hash.update(new Uint8Array(sum.buffer)).update(new Uint8Array(Float64Array.of(lossSum).buffer));
    }
    for (const kind of ["priv-unit", "hemisphere", "linf"] as const) {
      const randomizer = { kind, localEpsilon: 2, clipBound: 0.3 };
      const { sum } = pass.reportSum(examples, indices, randomizer, seededSource(4));
      hash.update(new Uint8Array(sum.buffer));
    }
    expect(hash.digest("hex").slice(0, 16)).toBe(expected);
  });
});

const DENSE: Layer = { kind: "dense", units: 4 };
const RELU: Layer = { kind: "activation", rule: "relu" };
const TANH: Layer = { kind: "activation", rule: "tanh" };

function convolution(filters: number, side: number, stride = 1, padding = 0): Layer {
  return { kind: "convolution", filters, side, stride, padding };
}

function maxPool(side: number, stride: number): Layer {
  return { kind: "maxPool", side, stride };
}

function picture(height: number, width: number, channels: number, ...layers: Layer[]): Model {
  return { input: { height, width, channels }, layers };
}

/** The same examples as floats of both signs, some of them zero. */
function asFloats(examples: Examples): Examples {
  const inputs = Float32Array.from(examples.inputs, (byte, i) =>
    byte === 0 ? 0 : (byte - 100) / 80 + 0.01 * (i % 7),
  );
  return { ...examples, inputs };
}

describe("models of any form agree with the plain twin, on bytes and on floats", () => {
  it.each<[string, Model]>([
    ["logistic regression", picture(1, 1, 5, { kind: "dense", units: 2 })],
    ["softmax regression of a picture", picture(7, 5, 3, DENSE)],
    [
      "an MLP of odd widths",
      picture(1, 1, 13, { kind: "dense", units: 9 }, RELU, { kind: "dense", units: 17 }, TANH, DENSE),
    ],
    ["odd numbers of filters", picture(12, 11, 1, convolution(5, 3), RELU, convolution(7, 2), TANH, DENSE)],
    [
      "a first side that is no multiple of its stride",
      picture(13, 12, 2, convolution(6, 3, 2, 1), RELU, DENSE),
    ],
    ["a first side of more than five strides", picture(12, 12, 1, convolution(3, 7), TANH, DENSE)],
    ["a picture wider than 64 strides", picture(5, 70, 1, convolution(4, 3), maxPool(3, 2), DENSE)],
    [
      "windows of three, overlapping and apart",
      picture(14, 14, 1, convolution(6, 3), maxPool(3, 2), RELU, maxPool(3, 3), DENSE),
    ],
    [
      "windows of one and of five",
      picture(12, 12, 3, convolution(6, 3), maxPool(1, 2), maxPool(5, 1), DENSE),
    ],
    ["a pool first", picture(9, 9, 3, maxPool(2, 2), convolution(5, 3), DENSE)],
    ["an activation first", picture(6, 6, 1, TANH, convolution(5, 3, 1, 1), RELU, DENSE)],
    ["a convolution of one position", picture(5, 5, 1, convolution(6, 3, 2), convolution(5, 2), RELU, DENSE)],
    ["one position from the start", picture(4, 4, 3, convolution(10, 4), TANH, DENSE)],
    ["one position of a long side", picture(7, 7, 1, convolution(10, 7), TANH, DENSE)],
    [
      "a convolution of a dense layer",
      picture(1, 1, 6, { kind: "dense", units: 9 }, RELU, convolution(7, 1), DENSE),
    ],
    [
      "a padded convolution of a dense layer",
      picture(1, 1, 6, { kind: "dense", units: 9 }, TANH, convolution(7, 3, 1, 1), DENSE),
    ],
    [
      "an activation between convolution and padding",
      picture(9, 9, 1, convolution(5, 3), TANH, convolution(5, 3, 1, 1), DENSE),
    ],
    ["a convolution at the end", picture(6, 6, 2, convolution(6, 3), RELU, convolution(4, 4))],
    ["logits side by side over positions", picture(4, 6, 1, convolution(3, 3, 1))],
    ["a pool at the end", picture(6, 6, 1, convolution(5, 3), maxPool(4, 1))],
    ["padding beyond the side", picture(3, 3, 1, convolution(4, 2, 1, 3), RELU, DENSE)],
  ])("%s", { tags: ["slow"] }, (_, model) => {
    const bytes = randomExamples(13, model);
    const weights = someWeights(model, 5);
    const indices = Uint32Array.from({ length: 13 }, (_, i) => i);
    for (const examples of [bytes, asFloats(bytes)]) {
      for (const clip of [
        { norm: "none" },
        { norm: "l2", bound: 0.2 },
        { norm: "linf", bound: 0.02 },
      ] as const) {
        const pass = passOf(model, weights);
        for (const some of [indices, indices.subarray(2, 5), indices]) {
          const { sum } = pass.clippedGradientSum(examples, some, clip);
          const expected = referenceClippedSum(model, weights, examples, some, clip);
          expect(relativeError(sum, expected.sum)).toBeLessThan(1e-5);
        }
      }
      const pass = passOf(model, weights);
      const { lossSum } = pass.evaluate(examples, indices);
      const expected = referenceClippedSum(model, weights, examples, indices, { norm: "none" }).lossSum;
      expect(lossSum / expected).toBeCloseTo(1, 5);
      const dimension = dimensionOf(model);
      const { reportLength } = privUnitRandomizer({ localEpsilon: 2, dimension, bound: 0.2 });
      const randomizer = { kind: "priv-unit", localEpsilon: 2, clipBound: 0.2 } as const;
      for (const index of indices.subarray(0, 5)) {
        const one = Uint32Array.of(index);
        const clipped = l2(pass.clippedGradientSum(examples, one, { norm: "l2", bound: 1e-3 }).sum);
        expect(clipped).toBeLessThanOrEqual(1e-3);
        expect(clipped).toBeGreaterThan(1e-3 * (1 - 2 ** -19));
        const report = pass.reportSum(examples, one, randomizer, seededSource(9)).sum;
        expect(l2(report) / reportLength).toBeCloseTo(1, 5);
      }
    }
  });
});
