import { describe, expect, it } from "vitest";
import { mnistCnn } from "../models/mnist-cnn.js";
import { layerStepFactors } from "./layer-step-factors.js";

const SIZES = [1040, 4112, 8224, 330];

describe("layerStepFactors", () => {
  it("leaves every weight alone by default", () => {
    expect(layerStepFactors(mnistCnn("tanh"), "equal")).toEqual([{ end: 13706, factor: 1 }]);
  });

  it("lets noise move every layer equally far, and the whole as far as before", () => {
    const factors = layerStepFactors(mnistCnn("relu"), "equal-noise");
    expect(factors.map(({ end }) => end)).toEqual([1040, 5152, 13376, 13706]);
    for (const [i, { factor }] of factors.entries()) {
      expect(SIZES[i]! * factor ** 2).toBeCloseTo(13706 / 4, 9);
    }
  });
});
