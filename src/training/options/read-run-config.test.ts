import { describe, expect, it } from "vitest";
import { PRESETS } from "../config/presets.js";
import { trainOptionsOf } from "../config/train-options-of.js";
import { readRunConfig } from "./read-run-config.js";
import type { TrainingSetup } from "./train-options.js";

const SETUP = {
  model: "mnist-cnn",
  protocol: { kind: "central", samplingRate: 0.1, clipBound: 1, noiseToClip: 2 },
  privacy: { adjacency: "zero-out", delta: 1e-5 },
  rounds: 10,
  learningRate: 0.5,
} as const satisfies TrainingSetup;

describe("options", () => {
  it("become hyperparameters side by side, with every default", () => {
    expect(readRunConfig(SETUP)).toEqual({
      protocol: "central",
      samplingRate: 0.1,
      clipBound: 1,
      noiseToClip: 2,
      adjacency: "zero-out",
      delta: 1e-5,
      optimizer: "sgd",
      momentum: 0,
      rounds: 10,
      learningRate: 0.5,
      learningRateSchedule: "constant",
      layerSteps: "equal",
      weightDecay: 0,
      averageDecay: 0,
      evaluateEvery: 50,
    });
  });

  it.each(Object.entries(PRESETS))("of the preset %s are its configuration", (_, preset) => {
    const { model, ...rest } = preset;
    const options = trainOptionsOf(preset);
    expect(options.model).toBe(model);
    expect(options.source).toBeUndefined();
    expect(readRunConfig(options)).toEqual(rest);
  });

  it("have a seeded source where the configuration has a seed", () => {
    const { source } = trainOptionsOf({ ...PRESETS["mnist-central"], seed: 5 });
    expect(source!.secure).toBe(false);
  });

  it.each<[string, object, string, RegExp]>([
    ["an unknown option", { passes: 3 }, "BAD_INPUT", /train: passes must be absent/],
    [
      "an unknown protocol",
      { protocol: { kind: "secret" } },
      "BAD_INPUT",
      /train: protocol.kind must be one of check-in/,
    ],
    [
      "a protocol by its name alone",
      { protocol: "central" },
      "BAD_INPUT",
      /train: protocol must be an object, got "central"/,
    ],
    ["no protocol", { protocol: undefined }, "BAD_INPUT", /train: protocol must be an object/],
    [
      "a rate of 2",
      { protocol: { ...SETUP.protocol, samplingRate: 2 } },
      "OUT_OF_RANGE",
      /train: protocol.samplingRate must be .*got 2/,
    ],
    [
      "a foreign field",
      { protocol: { ...SETUP.protocol, sampled: 9 } },
      "BAD_INPUT",
      /train: protocol.sampled must be absent/,
    ],
    ["no adjacency", { privacy: { delta: 1e-5 } }, "BAD_INPUT", /train: privacy.adjacency must be given/],
    ["no delta", { privacy: { adjacency: "zero-out" } }, "BAD_INPUT", /train: privacy.delta must be given/],
    ["no privacy", { privacy: undefined }, "BAD_INPUT", /train: privacy.adjacency must be given/],
    ["add-or-remove", { privacy: { adjacency: "add-or-remove", delta: 1e-5 } }, "BAD_INPUT", /take zero-out/],
    [
      "noise and target",
      { privacy: { ...SETUP.privacy, targetEpsilon: 1 } },
      "BAD_INPUT",
      /protocol.noiseToClip must be absent where privacy.targetEpsilon/,
    ],
    ["rounds and epochs", { epochs: 1 }, "BAD_INPUT", /train: rounds must be absent where epochs is given/],
    ["no learning rate", { learningRate: undefined }, "BAD_INPUT", /train: learningRate must be given/],
    [
      "an unknown optimizer",
      { optimizer: { kind: "lion" } },
      "BAD_INPUT",
      /train: optimizer.kind must be one of sgd, adam/,
    ],
    [
      "Adam's field for SGD",
      { optimizer: { kind: "sgd", adamBeta1: 0.5 } },
      "BAD_INPUT",
      /train: optimizer.adamBeta1 must be absent/,
    ],
    [
      "privacy without a guarantee",
      { protocol: { kind: "nonprivate", batchSize: 3 } },
      "BAD_INPUT",
      /train: privacy.adjacency must be absent/,
    ],
  ])("are refused with %s", (_, change, code, message) => {
    const read = () => readRunConfig({ ...SETUP, ...change } as TrainingSetup);
    expect(read).toThrow(expect.objectContaining({ code, message: expect.stringMatching(message) }));
  });
});
