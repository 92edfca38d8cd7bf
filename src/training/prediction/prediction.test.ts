import { describe, expect, it } from "vitest";
import { seededSource } from "../../random/seeded-source.js";
import { byteBert } from "../models/byte-bert.js";
import { headModel } from "../models/head-model.js";
import { headWeights } from "../models/head-weights.js";
import { initialWeights } from "../models/initial-weights.js";
import { dimensionOf, type Model } from "../models/model.js";
import { modelTensors } from "../models/model-tensors.js";
import { referenceModel } from "../models/reference-model.js";
import { generateTokens } from "./generate-tokens.js";
import { openPredictor, type Predictor } from "./predictor.js";
import { softmax } from "./softmax.js";

const wavy = (model: Model) =>
  initialWeights(model, seededSource(3)).map((weight, i) => weight + 0.2 * Math.sin(i * i));

const WRITER: Model = {
  input: { vocabulary: 7, length: 5 },
  target: "next-token",
  layers: [
    { kind: "tokenEmbedding", vocabulary: 7, units: 8 },
    { kind: "positionEmbedding" },
    {
      kind: "residual",
      layers: [
        { kind: "linear", units: 24 },
        { kind: "attention", heads: 2, causal: true },
        { kind: "linear", units: 8 },
      ],
    },
    { kind: "layerNorm", epsilon: 1e-5 },
    { kind: "tiedHead", vocabulary: 7 },
  ],
};
const READER = byteBert({ classes: 3, length: 9 });

/** Logits in plain loops. */
function plainLogits(
  model: Model,
  weights: Float32Array,
  tokens: readonly number[],
  length: number,
): Float64Array {
  const values = new Uint32Array(length);
  values.set(tokens);
  return referenceModel(model).logits(Float64Array.from(weights), { values, length: tokens.length });
}

describe("openPredictor", () => {
  it("answers as the plain twin does, a group of any size, texts of any length", async () => {
    const weights = wavy(READER);
    const predictor = await openPredictor({ model: READER, weights });
    const texts = Array.from({ length: 11 }, (_, i) =>
      Array.from({ length: 1 + (i % 9) }, (_, j) => (40 * i + j) % 260),
    );
    const answers = predictor.logits(texts.map((tokens) => Uint32Array.from(tokens)));
    expect(answers).toHaveLength(11);
    for (const [i, tokens] of texts.entries()) {
      const exact = plainLogits(READER, weights, tokens, 9);
      expect(answers[i]).toHaveLength(3);
      for (const [j, logit] of answers[i]!.entries()) expect(logit).toBeCloseTo(exact[j]!, 4);
    }
  });

  it("answers for every position in use where the next token is predicted", async () => {
    const weights = wavy(WRITER);
    const predictor = await openPredictor({ model: WRITER, weights });
    const [answer] = predictor.logits([Uint8Array.of(6, 0, 3)]);
    const exact = plainLogits(WRITER, weights, [6, 0, 3], 5);
    expect(answer).toHaveLength(3 * 7);
    for (const [j, logit] of answer!.entries()) expect(logit).toBeCloseTo(exact[j]!, 4);
  });

  it("is given the frozen weights beside the trained ones", async () => {
    const weights = wavy(READER);
    const parts = headWeights(READER, weights);
    const model = headModel(READER);
    expect(parts.weights.length).toBe(dimensionOf(model));
    expect(parts.weights.length + parts.frozen.length).toBe(weights.length);
    const names = modelTensors(model, parts.weights).map(({ name }) => name);
    expect(names).toEqual(["7.layerNorm.gains", "7.layerNorm.biases", "8.dense.weights", "8.dense.biases"]);
    const tokens = [Uint32Array.of(1, 2, 3)];
    const [whole] = (await openPredictor({ model: READER, weights })).logits(tokens);
    expect((await openPredictor({ model, ...parts })).logits(tokens)).toEqual([whole]);
    await expect(openPredictor({ model, weights: parts.weights })).rejects.toMatchObject({
      code: "BAD_INPUT",
    });
  });

  it.each([
    ["no input", [], "BAD_INPUT"],
    ["no token", [new Uint32Array()], "BAD_INPUT"],
    ["too many tokens", [new Uint32Array(10)], "BAD_INPUT"],
    ["an unknown token", [Uint32Array.of(260)], "OUT_OF_RANGE"],
    ["floats for tokens", [new Float32Array(3)], "BAD_INPUT"],
  ])("refuses %s", async (_, inputs, code) => {
    const predictor = await openPredictor({ model: READER, weights: wavy(READER) });
    expect(() => predictor.logits(inputs)).toThrow(expect.objectContaining({ code }));
  });

  it.each([
    ["values of another shape", [new Float32Array(3)], "BAD_INPUT"],
    ["a value that is not finite", [Float32Array.of(1, NaN)], "OUT_OF_RANGE"],
    ["tokens for floats", [new Uint32Array(2)], "BAD_INPUT"],
  ])("refuses %s", async (_, inputs, code) => {
    const model: Model = {
      input: { height: 1, width: 1, channels: 2 },
      layers: [{ kind: "dense", units: 2 }],
    };
    const predictor = await openPredictor({ model, weights: wavy(model) });
    expect(() => predictor.logits(inputs)).toThrow(expect.objectContaining({ code }));
  });
});

/**
 * A model that sees nothing: its logits for the next token are these, after any text. It keeps what it was
 * shown.
 */
function constant(logits: readonly number[], shown: number[][] = []): Predictor {
  const model: Model = { ...WRITER, input: { vocabulary: logits.length, length: 4 } };
  return {
    model,
    classes: logits.length,
    logits: (inputs) =>
      inputs.map((tokens) => {
        shown.push([...tokens]);
        return Float32Array.from(
          { length: tokens.length * logits.length },
          (_, i) => logits[i % logits.length]!,
        );
      }),
  };
}

describe("generateTokens", () => {
  it("takes the likeliest token each time, and shows the model its last tokens alone", () => {
    const shown: number[][] = [];
    expect([...generateTokens(constant([0, 5, 1], shown), { prompt: [2, 0, 2], count: 3 })]).toEqual([
      1, 1, 1,
    ]);
    expect(shown).toEqual([
      [2, 0, 2],
      [2, 0, 2, 1],
      [0, 2, 1, 1],
    ]);
  });

  it("stops before the token that ends a text", () => {
    expect(generateTokens(constant([0, 5, 1]), { prompt: [0], count: 3, end: 1 })).toHaveLength(0);
  });

  it("draws with probabilities proportional to exp(logit / temperature)", () => {
    const logits = [Math.log(1), Math.log(4), Math.log(9)];
    const count = 20_000;
    for (const [temperature, weights] of [
      [1, [1, 4, 9]],
      [2, [1, 2, 3]],
    ] as const) {
      const source = seededSource(4);
      const drawn = generateTokens(constant(logits), { prompt: [0], count, temperature, source });
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      for (const [token, weight] of weights.entries()) {
        const share = drawn.filter((each) => each === token).length / count;
        // Five deviations: false alarms below 1e-6 a figure.
        expect(Math.abs(share - weight / total)).toBeLessThan(5 * Math.sqrt(0.25 / count));
      }
    }
    const cold = { prompt: [0], count: 5, temperature: 1e-300, source: seededSource(1) };
    expect([...generateTokens(constant(logits), cold)]).toEqual([2, 2, 2, 2, 2]);
  });

  it.each([
    ["an empty prompt", { prompt: [], count: 1 }, "BAD_INPUT"],
    ["an unknown token", { prompt: [3], count: 1 }, "OUT_OF_RANGE"],
    ["no count", { prompt: [0], count: 0 }, "OUT_OF_RANGE"],
    ["a negative temperature", { prompt: [0], count: 1, temperature: -1 }, "OUT_OF_RANGE"],
    ["a source that is none", { prompt: [0], count: 1, source: 7 as never }, "BAD_INPUT"],
  ])("refuses %s", (_, options, code) => {
    expect(() => generateTokens(constant([0, 1, 2]), options)).toThrow(expect.objectContaining({ code }));
  });

  it("refuses a classifier", async () => {
    const predictor = await openPredictor({ model: READER, weights: wavy(READER) });
    expect(() => generateTokens(predictor, { prompt: [1], count: 1 })).toThrow("must be next-token");
  });
});

describe("softmax", () => {
  it("stands any logits", () => {
    expect([...softmax(Float32Array.of(1e30, -1e30, 1e30))]).toEqual([0.5, 0, 0.5]);
    expect(softmax(Float32Array.of(0, Math.log(3)))[1]).toBeCloseTo(0.75, 6);
  });
});
