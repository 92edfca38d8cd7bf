import { describe, expect, it } from "vitest";
import { bertModel } from "./bert-model.js";
import { gpt2Model } from "./gpt2-model.js";
import { dimensionOf } from "./model.js";
import { readModel } from "./read-model.js";
import { robertaModel } from "./roberta-model.js";
import { TRANSFORMER_SIZES } from "./transformer-size.js";
import { vitModel } from "./vit-model.js";

/**
 * Blocks of attention and feed-forward of width d: four square matrices, two of d x 4 d, their biases, two
 * norms.
 */
const blocks = (layers: number, d: number) => layers * (4 * (d * d + d) + (8 * d * d + 5 * d) + 4 * d);

describe("public architectures have the weights of the public models", () => {
  const d = 768;
  const encoder = 85_054_464;

  it("in their blocks", () => {
    expect(blocks(12, d)).toBe(encoder);
    expect(blocks(2, 128)).toBe(396_544);
  });

  it("BERT-base: embeddings, blocks, pooler and a head of two classes", () => {
    const embeddings = (30_522 + 512 + 2) * d + 2 * d;
    expect(embeddings).toBe(23_837_184);
    expect(embeddings + encoder + d * d + d).toBe(109_482_240);
    expect(dimensionOf(bertModel({ classes: 2 }))).toBe(109_482_240 + 2 * d + 2);
  });

  it("RoBERTa-base: 514 rows of positions there, of which the first two are never read", () => {
    const published = (50_265 + 514 + 1) * d + 2 * d + encoder + (d * d + d) + (2 * d + 2);
    expect(published).toBe(124_647_170);
    expect(dimensionOf(robertaModel({ classes: 2 }))).toBe(published - 2 * d);
  });

  it("GPT-2", () => {
    expect((50_257 + 1024) * d + encoder + 2 * d).toBe(124_439_808);
    expect(dimensionOf(gpt2Model())).toBe(124_439_808);
  });

  it("ViT-B/16: 86.6 M with its 1,000 classes, 85.8 M without", () => {
    const body = 16 * 16 * 3 * d + d + d + 197 * d + encoder + 2 * d;
    expect(body).toBe(85_798_656);
    expect(dimensionOf(vitModel({ classes: 1000 }))).toBe(body + 1000 * d + 1000);
  });

  it.each([
    ["tiny", 4_385_920],
    ["mini", 11_170_560],
    ["small", 28_763_648],
    ["medium", 41_373_184],
    ["base", 109_482_240],
  ] as const)("BERT-%s, without the head", (size, weights) => {
    const { width } = TRANSFORMER_SIZES[size];
    expect(dimensionOf(bertModel({ size, classes: 2 }))).toBe(weights + 2 * width + 2);
  });
});

describe("Transformers", () => {
  const tiny = { layers: 1, heads: 2, width: 8, vocabulary: 20, length: 6 };

  it("are models that can be read, from JSON too", () => {
    const models = [
      bertModel({ ...tiny, separator: 3, classes: 3 }),
      bertModel({ ...tiny, segments: 1, classes: 3 }),
      robertaModel({ ...tiny, feedForward: 9, classes: 2 }),
      gpt2Model(tiny),
      vitModel({ layers: 1, heads: 2, width: 8, side: 8, patch: 4, classes: 2 }),
    ];
    for (const model of models) expect(readModel("test", JSON.parse(JSON.stringify(model)))).toEqual(model);
  });

  it.each([
    ["no classes", () => bertModel({} as never), "bertModel: classes must be an integer >= 2"],
    ["no options", () => vitModel(undefined as never), "vitModel: options must be an object"],
    ["another size", () => gpt2Model({ size: "huge" as never }), "gpt2Model: size must be one of tiny"],
    [
      "heads that do not fit",
      () => gpt2Model({ heads: 5 }),
      "gpt2Model: width must be a multiple of the 5 heads",
    ],
    [
      "half a layer",
      () => robertaModel({ layers: 0.5, classes: 2 }),
      "robertaModel: layers must be an integer",
    ],
    [
      "patches that do not fit",
      () => vitModel({ side: 30, classes: 2 }),
      "vitModel: side must be a multiple",
    ],
    [
      "layers without end",
      () => gpt2Model({ layers: 1e9 }),
      "gpt2Model: layers must be an integer in [1, 1000]",
    ],
    [
      "a separator of one segment that is no token",
      () => bertModel({ ...tiny, segments: 1, separator: -1, classes: 2 }),
      "bertModel: separator must be an integer in [0, 19]",
    ],
    [
      "no separator of its vocabulary",
      () => bertModel({ ...tiny, classes: 2 }),
      "bertModel: separator must be the token that ends a text",
    ],
    [
      "a separator beyond the vocabulary",
      () => bertModel({ ...tiny, separator: 20, classes: 2 }),
      "bertModel: separator must be an integer in [0, 19]",
    ],
  ])("are refused with %s", (_, make, message) => {
    expect(make).toThrow(message);
  });
});
