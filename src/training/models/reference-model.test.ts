import { describe, expect, it } from "vitest";
import { fillNormals } from "../../random/fill-normals.js";
import { seededSource } from "../../random/seeded-source.js";
import { loadMnist } from "../data/load-mnist.js";
import { initialWeights } from "./initial-weights.js";
import { modelOf } from "./model-name.js";
import { referenceModel } from "./reference-model.js";

const { train } = await loadMnist();

/** Examples and the ends of the layers' weights and biases. */
const MNIST = {
  examples: [0, 1, 59_999].map((example) => train.inputs.subarray(example * 784, (example + 1) * 784)),
  parts: [0, 1024, 1040, 5136, 5152, 13_344, 13_376, 13_696, 13_706],
};
const CIFAR_10 = {
  examples: [1, 2].map((seed) => randomBytes(3072, seed)),
  parts: [0, 864, 896, 19_328, 19_392, 35_776, 35_840, 41_600, 41_610],
};

function randomBytes(length: number, seed: number): Uint8Array {
  const words = new Uint32Array(length);
  seededSource(seed).fill(words);
  return Uint8Array.from(words, (word) => word & 255);
}

describe.each([
  ["mnist-cnn", MNIST],
  ["mnist-cnn-relu", MNIST],
  ["cifar10-cnn", CIFAR_10],
  ["cifar10-cnn-relu", CIFAR_10],
] as const)("plain gradients of %s", (name, { examples, parts }) => {
  const model = modelOf(name);
  const { loss, gradient } = referenceModel(model);

  it.each([...examples.entries()])(
    "agree with central differences in every layer, example %i",
    { tags: ["slow"] },
    (i, bytes) => {
      const example = { values: bytes, labels: [3 * i + 1], length: 1 };
      const weights = Float64Array.from(initialWeights(model, seededSource(i)));
      // Biases away from zero, so that no maximum of the background is a tie that moves with the bias alone.
      weights.forEach((weight, at) => {
        if (weight === 0) weights[at] = 0.1 * Math.sin(at);
      });
      const exact = gradient(weights, example).gradient;
      for (let part = 1; part < parts.length; part++) {
        const direction = new Float64Array(weights.length);
        fillNormals(seededSource(part), direction.subarray(parts[part - 1], parts[part]), 1);
        // So small that no ReLU or maximum changes sides between the two points.
        const step = 1e-7;
        const shifted = (sign: number) => weights.map((weight, at) => weight + sign * step * direction[at]!);
        const numeric = (loss(shifted(1), example) - loss(shifted(-1), example)) / (2 * step);
        const analytic = exact.reduce((sum, slope, at) => sum + slope * direction[at]!, 0);
        const size = Math.hypot(...exact.subarray(parts[part - 1], parts[part]));
        expect(size, `part ${part}`).toBeGreaterThan(0.01);
        expect(Math.abs(numeric - analytic) / size, `part ${part}`).toBeLessThan(1e-6);
      }
    },
  );
});
