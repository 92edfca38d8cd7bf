import { describe, expect, it } from "vitest";
import { mnistCnn } from "../models/mnist-cnn.js";
import { layerStepFactors } from "./layer-step-factors.js";

const SIZES = [1040, 4112, 8224, 330];

describe("layerStepFactors", () => {
  it("leaves every weight alone by default", () => {
    const factors = layerStepFactors(mnistCnn("tanh"), "equal");
    expect(factors.length).toBe(13706);
    expect(factors.every((factor) => factor === 1)).toBe(true);
  });

  it("lets noise move every layer equally far, and the whole as far as before", () => {
    const factors = layerStepFactors(mnistCnn("relu"), "equal-noise");
    let start = 0;
    for (const size of SIZES) {
      const layer = factors.subarray(start, start + size);
      expect(Math.hypot(...layer)).toBeCloseTo(Math.sqrt(13706 / 4), 9);
      start += size;
    }
    expect(Math.hypot(...factors)).toBeCloseTo(Math.sqrt(13706), 9);
  });
});
