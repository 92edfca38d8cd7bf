import { describe, expect, it } from "vitest";
import { fillNormals } from "../../random/fill-normals.js";
import { seededSource } from "../../random/seeded-source.js";
import { loadMnist } from "../data/load-mnist.js";
import { initialWeights } from "../models/initial-weights.js";
import { modelOf } from "../models/model-name.js";
import { referenceModel } from "./reference-model.js";

const { train } = await loadMnist();
/** Ends of the layers' weights and biases. */
const PARTS = [0, 1024, 1040, 5136, 5152, 13_344, 13_376, 13_696, 13_706];

describe.each(["mnist-cnn", "mnist-cnn-relu"] as const)("plain gradients of %s", (name) => {
  const model = modelOf(name);
  const { loss, gradient } = referenceModel(model);

  it.each([0, 1, 59_999])("agree with central differences in every layer, example %i", (example) => {
    const bytes = train.inputs.subarray(example * 784, (example + 1) * 784);
    const label = train.labels[example]!;
    const weights = Float64Array.from(initialWeights(model, seededSource(example)));
    // Biases away from zero, so that no maximum of the background is a tie that moves with the bias alone.
    weights.forEach((weight, i) => {
      if (weight === 0) weights[i] = 0.1 * Math.sin(i);
    });
    const exact = gradient(weights, bytes, label).gradient;
    for (let part = 1; part < PARTS.length; part++) {
      const direction = new Float64Array(weights.length);
      fillNormals(seededSource(part), direction.subarray(PARTS[part - 1], PARTS[part]), 1);
      // So small that no ReLU or maximum changes sides between the two points.
      const step = 1e-7;
      const shifted = (sign: number) => weights.map((weight, i) => weight + sign * step * direction[i]!);
      const numeric = (loss(shifted(1), bytes, label) - loss(shifted(-1), bytes, label)) / (2 * step);
      const analytic = exact.reduce((sum, slope, i) => sum + slope * direction[i]!, 0);
      const size = Math.hypot(...exact.subarray(PARTS[part - 1], PARTS[part]));
      expect(size, `part ${part}`).toBeGreaterThan(0.01);
      expect(Math.abs(numeric - analytic) / size, `part ${part}`).toBeLessThan(1e-6);
    }
  });
});
