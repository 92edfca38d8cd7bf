import { describe, expect, it } from "vitest";
import { fillNormals } from "../../random/fill-normals.js";
import { seededSource } from "../../random/seeded-source.js";
import { sizeOf } from "../layers/shape.js";
import { inputShape } from "../layers/token-input.js";
import type { Block } from "./block.js";
import { initialWeights } from "./initial-weights.js";
import { dimensionOf, type Model } from "./model.js";
import { placedLayers } from "./placed-layers.js";
import type { LabelledExample } from "./predictions.js";
import { readModel } from "./read-model.js";
import { referenceModel } from "./reference-model.js";

const linear = (units: number) => ({ kind: "linear", units }) as const;
const NORM = { kind: "layerNorm", epsilon: 1e-5 } as const;
const block = (width: number, causal: boolean, rule: "gelu" | "gelu-tanh"): Block[] => [
  {
    kind: "residual",
    layers: [NORM, linear(3 * width), { kind: "attention", heads: 2, causal }, linear(width)],
  },
  { kind: "residual", layers: [NORM, linear(2 * width), { kind: "activation", rule }, linear(width)] },
];

const READER: Model = {
  input: { vocabulary: 11, length: 7 },
  layers: [
    { kind: "tokenEmbedding", vocabulary: 11, units: 6 },
    { kind: "positionEmbedding" },
    ...block(6, false, "gelu"),
    NORM,
    { kind: "pooling", rule: "mean" },
    { kind: "dense", units: 3 },
  ],
};

const COMPARER: Model = {
  ...READER,
  layers: [
    ...READER.layers.slice(0, 2),
    { kind: "segmentEmbedding", segments: 3, separator: 1 },
    ...READER.layers.slice(2),
  ],
};

const WRITER: Model = {
  input: { vocabulary: 11, length: 5 },
  target: "next-token",
  layers: [
    { kind: "tokenEmbedding", vocabulary: 11, units: 6 },
    { kind: "positionEmbedding" },
    ...block(6, true, "gelu-tanh"),
    NORM,
    { kind: "tiedHead", vocabulary: 11 },
  ],
};

const TAGGER: Model = {
  input: { height: 4, width: 1, channels: 3 },
  target: "class-per-position",
  layers: [linear(6), ...block(6, false, "gelu"), linear(2)],
};

const VIEWER: Model = {
  input: { height: 4, width: 6, channels: 2 },
  layers: [
    { kind: "patchEmbedding", side: 2, units: 4 },
    { kind: "classToken" },
    { kind: "positionEmbedding" },
    ...block(4, false, "gelu"),
    { kind: "pooling", rule: "first" },
    { kind: "dense", units: 2 },
  ],
};

const tokens = (count: number) => Uint8Array.from({ length: count }, (_, i) => (3 * i * i + 5 * i + 1) % 11);
const floats = (model: Model) =>
  Float32Array.from({ length: sizeOf(inputShape(model.input)) }, (_, i) => Math.sin(i * i));

const CASES: readonly (readonly [string, Model, LabelledExample])[] = [
  ["reads whole texts", READER, { values: tokens(7), labels: [1], length: 7 }],
  ["reads short texts", READER, { values: tokens(7), labels: [2], length: 3 }],
  ["reads one token", READER, { values: tokens(7), labels: [2], length: 1 }],
  ["compares texts", COMPARER, { values: Uint8Array.of(4, 1, 6, 7, 1, 1, 3), labels: [1], length: 7 }],
  ["compares short texts", COMPARER, { values: Uint8Array.of(4, 1, 6, 1, 1, 1, 3), labels: [1], length: 4 }],
  ["writes", WRITER, { values: tokens(5), labels: [], length: 5 }],
  ["writes the end of a short text", WRITER, { values: tokens(5), labels: [], length: 2 }],
  ["tags", TAGGER, { values: floats(TAGGER), labels: [1, 0, 0, 1], length: 4 }],
  ["tags a short sequence", TAGGER, { values: floats(TAGGER), labels: [1, 0, 0, 1], length: 3 }],
  ["views", VIEWER, { values: floats(VIEWER), labels: [1], length: 4 }],
];

function weightsOf(model: Model): Float64Array {
  return Float64Array.from(
    initialWeights(model, seededSource(1)),
    (weight, i) => weight + 0.3 * Math.sin(7 * i * i),
  );
}

describe.each(CASES)("a model of sequences that %s", (_, given, example) => {
  const model = readModel("test", given);
  const { loss, gradient, logits } = referenceModel(model);
  const weights = weightsOf(model);

  it("has gradients that agree with central differences, layer by layer", () => {
    const exact = gradient(weights, example).gradient;
    for (const { start, end, path } of placedLayers(model).filter((place) => place.end > place.start)) {
      const direction = new Float64Array(weights.length);
      fillNormals(seededSource(path), direction.subarray(start, end), 1);
      const step = 1e-6;
      const shifted = (sign: number) => weights.map((weight, at) => weight + sign * step * direction[at]!);
      const numeric = (loss(shifted(1), example) - loss(shifted(-1), example)) / (2 * step);
      const analytic = exact.reduce((sum, slope, at) => sum + slope * direction[at]!, 0);
      expect(Math.abs(numeric - analytic), path).toBeLessThan(
        1e-7 * (1 + Math.hypot(...exact.subarray(start, end))),
      );
    }
    expect(Math.hypot(...exact)).toBeGreaterThan(0.01);
  });

  it("does not look behind the end of an example", () => {
    const { values, length } = example;
    const perPosition = values.length / inputShape(model.input).height;
    if (length * perPosition === values.length) return;
    const others = values.slice();
    for (let i = length * perPosition; i < others.length; i++) others[i] = (others[i]! + 1) % 11;
    expect(loss(weights, { ...example, values: others })).toBe(loss(weights, example));
    expect(logits(weights, { values: others, length })).toHaveLength(logits(weights, example).length);
  });
});

describe("models of sequences", () => {
  it("add the vector of each segment, a separator's own being the one that it ends", () => {
    const segments: Model = {
      input: { vocabulary: 9, length: 6 },
      target: "class-per-position",
      layers: [
        { kind: "tokenEmbedding", vocabulary: 9, units: 2 },
        { kind: "segmentEmbedding", segments: 3, separator: 5 },
      ],
    };
    const weights = new Float64Array(dimensionOf(segments));
    weights.set([0, 10, 1, 11, 2, 12], 18);
    const values = Uint8Array.of(4, 5, 5, 7, 5, 7);
    const made = referenceModel(readModel("test", segments)).logits(weights, { values, length: 6 });
    expect([...made]).toEqual([0, 10, 0, 10, 1, 11, 2, 12, 2, 12, 2, 12]);
  });

  it("count the weights of a tied head once", () => {
    const [d, f] = [6, 12];
    const attention = 2 * d + d * 3 * d + 3 * d + d * d + d;
    const feedForward = 2 * d + d * f + f + f * d + d;
    expect(dimensionOf(WRITER)).toBe(11 * d + 5 * d + attention + feedForward + 2 * d);
  });

  it("see the next token only where they predict it", () => {
    const { gradient } = referenceModel(WRITER);
    const values = tokens(5);
    const alone = gradient(weightsOf(WRITER), { values, labels: [], length: 1 });
    expect(alone.loss).toBe(0);
    expect(Math.hypot(...alone.gradient)).toBe(0);
  });

  it.each([
    [
      "a text model without embedding",
      { ...READER, layers: [linear(2)] },
      /layers\[0\] must be a tokenEmbedding/,
    ],
    [
      "an embedding of numbers",
      { ...TAGGER, layers: [...TAGGER.layers, READER.layers[0]] },
      /must be absent: only the first layer/,
    ],
    [
      "a tied head without tokens",
      { ...TAGGER, layers: [{ kind: "tiedHead", vocabulary: 3 }] },
      /no token embedding to share/,
    ],
    [
      "another vocabulary",
      { ...READER, input: { vocabulary: 12, length: 7 } },
      /layers\[0\]\.vocabulary must be the model's own, 12/,
    ],
    [
      "segments without a separator",
      { ...COMPARER, layers: [READER.layers[0], { kind: "segmentEmbedding", segments: 2 }] },
      /layers\[1\]\.separator must be the token that ends a segment, below 11/,
    ],
    [
      "a separator that is no token",
      { ...COMPARER, layers: [READER.layers[0], { kind: "segmentEmbedding", segments: 2, separator: 11 }] },
      /layers\[1\]\.separator must be an integer in \[0, 10\]/,
    ],
    [
      "segments of what are no tokens",
      { ...TAGGER, layers: [{ kind: "segmentEmbedding", segments: 2, separator: 1 }] },
      /layers\[0\] must be absent: the examples are no tokens/,
    ],
    [
      "segments behind a class token",
      {
        ...COMPARER,
        layers: [
          READER.layers[0],
          { kind: "classToken" },
          { kind: "segmentEmbedding", segments: 2, separator: 1 },
        ],
      },
      /layers\[2\] must be where there are the tokens' own 7 positions/,
    ],
    [
      "heads that do not fit",
      { ...TAGGER, layers: [linear(9), { kind: "attention", heads: 2, causal: false }] },
      /layers\[1\] must be a layer that fits/,
    ],
    [
      "a class where each position is to have one",
      { ...TAGGER, layers: [linear(2), { kind: "pooling", rule: "mean" }] },
      /logits for each of the 4 positions/,
    ],
    [
      "logits that are no tokens",
      { ...WRITER, layers: [...WRITER.layers, linear(9)] },
      /a logit for each of the 11 tokens/,
    ],
    [
      "a flag that is a word",
      { ...TAGGER, layers: [{ kind: "attention", heads: 1, causal: "yes" }] },
      /causal must be true or false/,
    ],
    [
      "patches that do not fit",
      { ...VIEWER, layers: [{ kind: "patchEmbedding", side: 4, units: 4 }] },
      /layers\[0\] must be a layer that fits/,
    ],
  ])("are refused: %s", (_, given, message) => {
    expect(() => readModel("test", given)).toThrow(message);
  });
});
