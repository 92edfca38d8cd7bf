import { describe, expect, it } from "vitest";
import { PRESETS, type PresetName } from "../../../src/training/config/presets.js";
import type { TrainConfig } from "../../../src/training/config/train-config.js";
import { mnistCnn } from "../../../src/training/models/mnist-cnn.js";
import type { SettledConfig } from "../../../src/training/options/protocol-of.js";
import { communicationOf } from "./communication.js";
import { communicationFacts } from "./communication-facts.js";

const MODEL = mnistCnn("tanh");

function sentBy(preset: PresetName, more: object = {}) {
  return communicationOf({ ...PRESETS[preset], ...more } as SettledConfig, 60_000, MODEL);
}

describe("what a user sends in a round", () => {
  it.each([
    ["linf and l1: log2 d + 1, rounded up", "mnist-cldp-linf", {}, 15],
    ["PrivUnit: a double an entry", "mnist-cldp-l2", {}, 64 * 13_706],
    ["Gaussian reports of check-in: 32 bits an entry", "mnist-check-in-lt22", {}, 32 * 13_706],
    ["Gaussian reports of a sample: the same", "mnist-shuffle-lt23", {}, 32 * 13_706],
    ["l1 as linf", "mnist-cldp-linf", { randomizer: "l1", clipBound: 1 }, 15],
  ] as const)("%s", (_, preset, more, bits) => {
    expect(sentBy(preset, more)).toEqual({ bitsPerReport: bits, reportsPerUser: 1, bitsPerUser: bits });
  });

  it("counts a report for each block, which are all as long as the longest", () => {
    const sent = sentBy("mnist-check-in-lt22", { blocks: 64 });
    const length = Math.ceil(13_706 / 64);
    expect(sent).toEqual({ bitsPerReport: 32 * length, reportsPerUser: 64, bitsPerUser: 64 * 32 * length });
    const factsOf = (config: object) =>
      communicationFacts({ communication: sent!, config: config as SettledConfig & TrainConfig });
    const words = "440,320 bits in 64 reports of 6,880 bits";
    expect(factsOf({})).toEqual([["a user sends in a round", words]]);
    expect(factsOf({ joins: "per-block" })).toEqual([["a user sends in a round", `at most ${words}`]]);
    const absent = { joins: "per-block", absentees: "dummy" };
    expect(factsOf(absent)).toEqual([["a user sends in a round", words]]);
  });

  it("is nothing where a server adds the noise, or where there is too little for a report", () => {
    expect(sentBy("mnist-central")).toBeUndefined();
    expect(sentBy("mnist-nonprivate")).toBeUndefined();
    expect(sentBy("mnist-check-in-lt22", { noiseToClip: 1e-12 })).toBeUndefined();
    expect(communicationFacts({ communication: null, config: {} as SettledConfig & TrainConfig })).toEqual(
      [],
    );
  });
});
