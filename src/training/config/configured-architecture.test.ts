import { describe, expect, it } from "vitest";
import { byteBert } from "../models/byte-bert.js";
import { byteGpt } from "../models/byte-gpt.js";
import { mnistVit } from "../models/mnist-vit.js";
import { dimensionOf } from "../models/model.js";
import { configuredArchitecture } from "./configured-architecture.js";
import { baseModel, readsTokens, unitOf } from "./configured-model.js";
import { PUBLIC_MODEL_NAMES } from "./public-models.js";

describe("configuredArchitecture", () => {
  it("of the library's own models describes the same models", () => {
    expect(baseModel({ model: "byte-gpt" })).toEqual(byteGpt());
    expect(baseModel({ model: "byte-gpt", sequenceLength: 32 })).toEqual(byteGpt({ length: 32 }));
    expect(baseModel({ model: "mnist-vit" })).toEqual(mnistVit());
    expect(baseModel({ model: "byte-bert", task: "mnli" })).toEqual(byteBert({ classes: 3 }));
    for (const model of ["byte-bert", "mnist-cnn", "cifar10-cnn", "mnist-hog"] as const) {
      expect(configuredArchitecture({ model })).toBeUndefined();
    }
  });

  // BERT-base 109,482,240 without the classifier, RoBERTa and GPT-2 as public; ViT has 4 patches and a class
  // token instead of 197 places.
  it.each([
    ["bert-tiny", 512, 4_386_178],
    ["bert-base", 512, 109_483_778],
    ["roberta-base", 512, 124_645_634],
    ["gpt2", 1024, 124_439_808],
    ["vit-base", undefined, 85_798_656 - 192 * 768 + 7690],
  ] as const)("%s of %s positions has %i weights", (model, length, weights) => {
    const choice = length === undefined ? {} : { sequenceLength: length };
    expect(dimensionOf(baseModel({ model, ...choice }))).toBe(weights);
  });

  it("has texts of 128 positions where nothing else is said", () => {
    expect(baseModel({ model: "bert-base" }).input).toEqual({ vocabulary: 30522, length: 128 });
    expect(baseModel({ model: "gpt2" }).input).toEqual({ vocabulary: 50257, length: 128 });
  });

  it("takes vocabulary, separator, length and classes from the configuration", () => {
    const choice = { vocabulary: 31, separator: 3, sequenceLength: 16, task: "mnli" } as const;
    expect(configuredArchitecture({ model: "bert-mini", ...choice })).toEqual({
      ...{ architecture: "bert", size: "mini", classes: 3 },
      ...{ vocabulary: 31, separator: 3, length: 16 },
    });
    expect(baseModel({ model: "byte-bert", ...choice })).toEqual(
      byteBert({ classes: 3, length: 16, vocabulary: 31 }),
    );
    expect(baseModel({ model: "gpt2", vocabulary: 31, sequenceLength: 8 }).input).toEqual({
      vocabulary: 31,
      length: 8,
    });
  });

  it("tells whose texts are tokens", () => {
    expect(PUBLIC_MODEL_NAMES.filter((model) => !readsTokens({ model }))).toEqual(["vit-base"]);
    expect(readsTokens({ model: "byte-gpt" })).toBe(false);
    expect(readsTokens({ model: "byte-gpt", vocabulary: 31 })).toBe(true);
    expect(unitOf({ model: "byte-gpt" })).toBe("a window of text of 128 bytes");
    expect(unitOf({ model: "gpt2" })).toBe("a window of text of 128 tokens");
  });
});
