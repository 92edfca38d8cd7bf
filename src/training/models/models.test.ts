import { describe, expect, it } from "vitest";
import { seededSource } from "../../random/seeded-source.js";
import { cifar10Cnn } from "./cifar10-cnn.js";
import { initialWeights } from "./initial-weights.js";
import { mnistCnn } from "./mnist-cnn.js";
import { classesOf, dimensionOf, layerShapes, usedShapes } from "./model.js";
import { MODEL_NAMES, modelOf } from "./model-name.js";
import { readModel } from "./read-model.js";

describe("the MNIST network", () => {
  const model = mnistCnn("tanh");

  it("has the shapes of GDD21's Table 1 and 13,706 weights", () => {
    const sizes = layerShapes(model).map(({ height, width, channels }) => `${height}x${width}x${channels}`);
    expect([...new Set(sizes)]).toEqual([
      "28x28x1",
      "14x14x16",
      "13x13x16",
      "5x5x16",
      "4x4x16",
      "1x1x32",
      "1x1x10",
    ]);
    expect(dimensionOf(model)).toBe(1040 + 4112 + 8224 + 330);
    expect(classesOf(model)).toBe(10);
  });

  it("is computed only where a later layer looks", () => {
    expect(usedShapes(model).map(({ height }) => height)).toEqual([28, 13, 12, 12, 5, 4, 4, 1, 1, 1]);
  });
});

describe("the CIFAR-10 network", () => {
  it("halves a picture three times without losing a row, and has 41,610 weights", () => {
    const model = cifar10Cnn("tanh");
    const sizes = layerShapes(model).map(({ height, width, channels }) => `${height}x${width}x${channels}`);
    expect([...new Set(sizes)]).toEqual([
      "32x32x3",
      "32x32x32",
      "16x16x32",
      "14x14x64",
      "7x7x64",
      "6x6x64",
      "3x3x64",
      "1x1x10",
    ]);
    expect(usedShapes(model)).toEqual(layerShapes(model));
    expect(dimensionOf(model)).toBe(896 + 18_496 + 16_448 + 5_770);
    expect(classesOf(model)).toBe(10);
  });
});

describe("initial weights", () => {
  it("depend on the model and the source alone", { tags: ["slow", "long"] }, () => {
    for (const name of MODEL_NAMES) {
      const weights = initialWeights(name, seededSource(9));
      expect(weights).toEqual(initialWeights(modelOf(name), seededSource(9)));
      expect(weights).not.toEqual(initialWeights(name, seededSource(10)));
    }
  });

  /** Weights of the second convolution: fan in 256, fan out 256. */
  const spread = (name: "mnist-cnn" | "mnist-cnn-relu") => {
    const weights = initialWeights(name, seededSource(4)).subarray(1040, 1040 + 4096);
    return { largest: Math.max(...weights.map(Math.abs)), mean: weights.reduce((a, b) => a + b) / 4096 };
  };

  it("spread as Glorot says for tanh, as He says for ReLU, around zero, with biases of zero", () => {
    const glorot = Math.sqrt(6 / 512);
    const he = Math.sqrt(6 / 256);
    expect(spread("mnist-cnn").largest).toBeLessThanOrEqual(glorot);
    expect(spread("mnist-cnn").largest).toBeGreaterThan(0.99 * glorot);
    expect(spread("mnist-cnn-relu").largest).toBeLessThanOrEqual(he);
    expect(spread("mnist-cnn-relu").largest).toBeGreaterThan(0.99 * he);
    // The mean's standard deviation is limit / sqrt(3 * 4096) = 0.009 limit; six of them: false alarm 2e-9.
    expect(Math.abs(spread("mnist-cnn").mean)).toBeLessThan(0.054 * glorot);
    expect(initialWeights("mnist-cnn", seededSource(4)).subarray(1024, 1040)).toEqual(new Float32Array(16));
  });

  it("are refused for a model that there is not", () => {
    expect(() => initialWeights("lenet" as "mnist-cnn", seededSource(1))).toThrow(
      /model must be one of mnist-cnn/,
    );
  });
});

describe("models that the kernels could not compute", () => {
  const read = (...layers: unknown[]) =>
    readModel("test", {
      input: { height: 3, width: 3, channels: 1 },
      layers: [...layers, { kind: "dense", units: 2 }],
    });
  const tanh = { kind: "activation", rule: "tanh" };

  it("are refused: an activation that writes over what the one before it needs", () => {
    expect(() => read({ kind: "dense", units: 6 }, tanh, tanh)).toThrow(/layers\[2\] must be another kind/);
    expect(read({ kind: "dense", units: 6 }, tanh).layers).toHaveLength(3);
  });

  it("are refused: a convolution that sees its padding alone", () => {
    const conv = { kind: "convolution", filters: 3, side: 1, stride: 9, padding: 2 };
    expect(() => read(conv)).toThrow(/layers\[0\] must be a layer that fits.*padding/);
    expect(read({ ...conv, stride: 2 }).layers).toHaveLength(2);
  });
});
