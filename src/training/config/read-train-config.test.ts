import { describe, expect, it } from "vitest";
import { classesOf, dimensionOf, type Model } from "../models/model.js";
import { OPTIMIZER_FIELDS } from "../options/option-fields.js";
import { PRESETS, type PresetName } from "./presets.js";
import { readTrainConfig } from "./read-train-config.js";
import type { TrainConfig } from "./train-config.js";
import { TRAIN_CONFIG_FIELDS } from "./train-config-fields.js";
import { trainOptionsOf } from "./train-options-of.js";
import { YARDSTICKS } from "./yardsticks.js";

const CHECK_IN = {
  protocol: "check-in",
  model: "mnist-cnn",
  rounds: 10,
  samplingRate: 0.1,
  clipBound: 0.5,
  noiseToClip: 1.5,
  adjacency: "zero-out",
  learningRate: 0.3,
};

describe("readTrainConfig", () => {
  it("fills in the defaults and freezes", () => {
    const config = readTrainConfig(CHECK_IN);
    expect(config).toEqual({
      ...CHECK_IN,
      delta: 1e-5,
      learningRateSchedule: "constant",
      layerSteps: "equal",
      optimizer: "sgd",
      momentum: 0,
      weightDecay: 0,
      averageDecay: 0,
      evaluateEvery: 50,
    });
    expect(Object.isFrozen(config)).toBe(true);
    expect(readTrainConfig(config)).toEqual(config);
  });

  it.each([
    [{ model: "byte-bert", task: "mnist" }, "config.model must be one for task mnist: mnist-cnn, "],
    [
      { model: "mnist-vit", sequenceLength: 64 },
      "config.sequenceLength must be absent: mnist-vit reads no text",
    ],
    [{ model: "byte-gpt", sequenceLength: 3 }, "config.sequenceLength must be an integer in [4, 65536]"],
    [{ model: "mnist-vit", train: "lora" }, "config.loraRank must be given"],
    [
      { model: "mnist-vit", train: "head", loraRank: 2 },
      "config.loraRank must be absent where config.train is head",
    ],
    [{ model: "mnist-cnn", train: "head" }, "config.train must be all: mnist-cnn has no blocks to freeze"],
    [{ model: "mnist-vit", task: "spm" }, "config.task must be one of"],
  ])("refuses a model that does not fit: %j", (choice, words) => {
    expect(() => readTrainConfig({ ...CHECK_IN, ...choice })).toThrow(words);
  });

  it("has the model of the task, its length and its frozen parts", () => {
    const choice = {
      model: "byte-bert",
      task: "mnli",
      sequenceLength: 32,
      train: "lora",
      loraRank: 2,
    } as const;
    const { model } = trainOptionsOf(readTrainConfig({ ...CHECK_IN, ...choice }) as TrainConfig);
    expect(model).toMatchObject({ input: { vocabulary: 260, length: 32 } });
    expect(classesOf(model as Model)).toBe(3);
    // Adapters in two blocks, a norm, a dense layer.
    expect(dimensionOf(model as Model)).toBe(2 * 2 * (32 + 96 + 32 + 32) + 64 + 99);
    expect(trainOptionsOf(readTrainConfig(CHECK_IN)).model).toBe("mnist-cnn");
  });

  it.each(Object.entries(YARDSTICKS))("accepts the yardstick of %s as it is", (name, config) => {
    expect(readTrainConfig(config)).toEqual(config);
    expect(config).toMatchObject({ protocol: "nonprivate", model: PRESETS[name as PresetName].model });
  });

  it("names a misspelt field before it asks for the protocol", () => {
    expect(() => readTrainConfig({ protocl: "check-in", rounds: 10 })).toThrow(
      'config.protocl must be absent, got "check-in"; there is no such field; did you mean protocol?',
    );
    expect(() => readTrainConfig({ preset: "mnist-cldp" })).toThrow("config.preset must be absent");
    expect(() => readTrainConfig({ rounds: 10, momentum: 0.5 })).toThrow("config.protocol must be given");
  });

  it.each(Object.entries(PRESETS))("accepts preset %s as it is", (_name, preset) => {
    expect(readTrainConfig(preset)).toEqual(preset);
  });

  it.each([
    ["config.rounds", { rounds: 1.5 }],
    ["config.rounds", { rounds: 0 }],
    ["config.rounds", { rounds: "10" }],
    ["config.samplingRate", { samplingRate: 0 }],
    ["config.samplingRate", { samplingRate: 1.01 }],
    ["config.clipBound", { clipBound: -1 }],
    ["config.noiseToClip", { noiseToClip: 0 }],
    ["config.noiseToClip", { noiseToClip: NaN }],
    ["config.learningRate", { learningRate: Infinity }],
    ["config.momentum", { momentum: 1 }],
    ["config.weightDecay", { weightDecay: -1 }],
    ["config.averageDecay", { averageDecay: -0.1 }],
    ["config.delta", { delta: 1 }],
    ["config.seed", { seed: -1 }],
    ["config.epochs", { rounds: undefined, epochs: 0 }],
    ["config.warmupRounds", { warmupRounds: -1 }],
    ["config.warmupRounds", { warmupRounds: 0.5 }],
    ["config.projectionDiameter", { projectionDiameter: 0 }],
    ["config.stopAtEpsilon", { stopAtEpsilon: 0 }],
  ])("refuses %s of %o", (parameter, wrong) => {
    const read = () => readTrainConfig({ ...CHECK_IN, ...wrong });
    expect(read).toThrow(expect.objectContaining({ code: "OUT_OF_RANGE" }));
    expect(read).toThrow(`${parameter} must be`);
  });

  it.each([
    ["config", null],
    ["config", [CHECK_IN]],
    ["config.protocol", { ...CHECK_IN, protocol: "secret" }],
    ["config.model", { ...CHECK_IN, model: "resnet" }],
    ["config.adjacency", { ...CHECK_IN, adjacency: undefined }],
    ["config.adjacency", { ...CHECK_IN, adjacency: "replace" }],
    ["config.method", { ...CHECK_IN, method: "magic" }],
    ["config.learningRateSchedule", { ...CHECK_IN, learningRateSchedule: "steps" }],
    ["config.samplingRate", { ...CHECK_IN, samplingRate: undefined }],
    ["config.batchSize", { ...CHECK_IN, batchSize: 64 }],
    ["config.learningrate", { ...CHECK_IN, learningrate: 1 }],
    ["config.__proto__", JSON.parse('{"protocol":"check-in","__proto__":1}')],
    ["config.noiseToClip", { ...CHECK_IN, noiseToClip: undefined }],
    ["config.noiseToClip", { ...CHECK_IN, targetEpsilon: 1 }],
    ["config.rounds", { ...CHECK_IN, rounds: undefined }],
    ["config.rounds", { ...CHECK_IN, epochs: 2 }],
    ["config.optimizer", { ...CHECK_IN, optimizer: "rmsprop" }],
    ["config.momentum", { ...CHECK_IN, optimizer: "adam", momentum: 0.9 }],
    ["config.adamBeta1", { ...CHECK_IN, adamBeta1: 0.8 }],
    ["config.sampled", { ...CHECK_IN, sampled: 10 }],
    ["config.samplingRate", { ...CHECK_IN, protocol: "random-allocation", roundsPerEpoch: 10 }],
  ])("refuses bad input at %s", (parameter, wrong) => {
    const read = () => readTrainConfig(wrong);
    expect(read).toThrow(expect.objectContaining({ code: "BAD_INPUT" }));
    expect(read).toThrow(`${parameter} must be`);
  });

  it("fills in Adam's own defaults, and nothing of SGD's", () => {
    const config = readTrainConfig({ ...CHECK_IN, optimizer: "adam", adamBeta1: 0.8 });
    expect(config).toMatchObject({ adamBeta1: 0.8, adamBeta2: 0.999, adamEpsilon: 1e-8 });
    expect(config).not.toHaveProperty("momentum");
    expect(() => readTrainConfig({ ...CHECK_IN, optimizer: "adam", adamBeta2: 1 })).toThrow(
      "config.adamBeta2 must be",
    );
  });

  const CLDP = {
    protocol: "cldp",
    model: "mnist-cnn",
    rounds: 10,
    randomizer: "linf",
    localEpsilon: 1.5,
    sampled: 100,
    clipBound: 0.01,
    adjacency: "replace-one",
    learningRate: 0.3,
  };

  it("reads learning rates that change, and a projection", () => {
    const given = {
      ...CLDP,
      projectionDiameter: 30,
      learningRateSteps: [
        [3, 0.2],
        [7, 0.1],
      ],
    };
    expect(readTrainConfig(given)).toMatchObject(given);
  });

  it.each([
    ["config.randomizer", "BAD_INPUT", { randomizer: "laplace" }],
    ["config.localEpsilon", "OUT_OF_RANGE", { localEpsilon: 31 }],
    ["config.sampled", "OUT_OF_RANGE", { sampled: 0 }],
    ["config.noiseToClip", "BAD_INPUT", { noiseToClip: 1 }],
    ["config.projectionDiameter", "OUT_OF_RANGE", { projectionDiameter: 0 }],
    ["config.learningRateSteps", "BAD_INPUT", { learningRateSteps: "3:0.2" }],
    ["config.learningRateSteps", "BAD_INPUT", { learningRateSteps: [[3]] }],
    ["config.learningRateSteps[0][0]", "OUT_OF_RANGE", { learningRateSteps: [[0, 0.2]] }],
    ["config.learningRateSteps[0][1]", "OUT_OF_RANGE", { learningRateSteps: [[3, -0.2]] }],
    [
      "config.learningRateSteps[1][0]",
      "OUT_OF_RANGE",
      {
        learningRateSteps: [
          [3, 0.2],
          [3, 0.1],
        ],
      },
    ],
  ])("refuses CLDP's %s", (parameter, code, wrong) => {
    const read = () => readTrainConfig({ ...CLDP, ...wrong });
    expect(read).toThrow(expect.objectContaining({ code }));
    expect(read).toThrow(`${parameter} must be`);
  });

  it("reads the sampling rate by its former name, unless the two disagree", () => {
    const { samplingRate, ...rest } = CHECK_IN;
    expect(readTrainConfig({ ...rest, sampleRate: samplingRate })).toEqual(readTrainConfig(CHECK_IN));
    expect(readTrainConfig({ ...CHECK_IN, sampleRate: samplingRate })).toEqual(readTrainConfig(CHECK_IN));
    expect(() => readTrainConfig({ ...CHECK_IN, sampleRate: 0.9 })).toThrow(
      /config.sampleRate must be absent.*samplingRate/,
    );
  });

  it("describes every field of every protocol", () => {
    for (const fields of [...Object.values(TRAIN_CONFIG_FIELDS), ...Object.values(OPTIMIZER_FIELDS)]) {
      for (const [name, field] of Object.entries(fields)) expect(field.about.length, name).toBeGreaterThan(8);
    }
  });
});
