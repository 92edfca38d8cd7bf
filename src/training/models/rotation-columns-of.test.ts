import { describe, expect, it } from "vitest";
import type { Model } from "./model.js";
import { modelOf } from "./model-name.js";
import { rotationColumnsOf } from "./rotation-columns-of.js";

/** A dense layer alone. */
function layerOf(inputs: number, units: number): Model {
  return { input: { height: 1, width: 1, channels: inputs }, layers: [{ kind: "dense", units }] };
}

describe("rotationColumnsOf", () => {
  it("takes the units of the one layer that is trained", () => {
    for (const blocks of [2, 4, 16, 64]) expect(rotationColumnsOf(modelOf("mnist-hog"), blocks)).toBe(10);
  });

  it.each([
    ["several layers", modelOf("mnist-cnn"), 16],
    ["one block", modelOf("mnist-hog"), 1],
    ["two units, whose columns one heavy entry fills", layerOf(392, 2), 16],
    ["four units", layerOf(256, 4), 16],
    ["five units, whose blocks would be 1.6 times as long", layerOf(256, 5), 16],
    ["blocks that would be 1.46 times as long", layerOf(256, 10), 64],
    ["classes of fewer than four rows", layerOf(254, 12), 64],
    ["many units", layerOf(4096, 129), 16],
  ])("takes vectors for %s", (_name, model, blocks) => {
    expect(rotationColumnsOf(model, blocks)).toBe(1);
  });
});
