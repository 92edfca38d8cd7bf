import { checkSource } from "../../random/check-source.js";
import type { RandomSource } from "../../random/random-source.js";
import { sampleUniform } from "../../random/sample-uniform.js";
import { secureSource } from "../../random/secure-source.js";
import { checkNumber, checkOptions, RANGES, wrongShape } from "../../validate.js";
import { isTokenInput } from "../layers/token-input.js";
import { targetOf } from "../models/model.js";
import type { Predictor } from "./predictor.js";
import { softmax } from "./softmax.js";

/** How a language model goes on. */
export interface GenerateOptions {
  /** Tokens to go on from, at least one. */
  readonly prompt: ArrayLike<number>;
  /** Tokens to add, at most, integer >= 1. */
  readonly count: number;
  /**
   * Default 0: always the likeliest token. Above, tokens are drawn with probabilities proportional to
   * exp(logit / temperature).
   */
  readonly temperature?: number;
  /** The token that ends a text: generation stops before it. */
  readonly end?: number | undefined;
  /** Randomness of the draws; default the platform's CSPRNG. */
  readonly source?: RandomSource;
}

/**
 * Lets a language model go on with a text, token by token.
 *
 * Where prompt and additions exceed the model's length, it sees the last ones alone.
 *
 * @param predictor of a model whose target is `next-token`
 * @param options prompt, count and temperature
 * @returns the tokens added
 * @throws DpError BAD_INPUT the model predicts something else, the prompt is empty, or the source is none;
 *   OUT_OF_RANGE count, temperature or a token
 */
export function generateTokens(predictor: Predictor, options: GenerateOptions): Uint32Array {
  const where = "generateTokens";
  const { prompt, temperature = 0, end, source = secureSource() } = checkOptions(where, options);
  const { model } = checkOptions(`${where}: predictor`, predictor, "a predictor");
  checkOptions(`${where}: predictor.model`, model, "a model");
  if (targetOf(model) !== "next-token" || !isTokenInput(model.input)) {
    throw wrongShape(`${where}: predictor.model.target`, targetOf(model), "next-token");
  }
  const count = checkNumber(`${where}: count`, options.count, RANGES.positiveInteger);
  checkNumber(`${where}: temperature`, temperature, RANGES.nonNegative);
  checkSource(`${where}: source`, source);
  const { length, vocabulary } = model.input;
  const tokens = readPrompt(`${where}: prompt`, prompt, vocabulary);
  const begun = tokens.length;
  while (tokens.length < begun + count) {
    const [logits] = predictor.logits([Uint32Array.from(tokens.slice(-length))]);
    const next = chosen(logits!.subarray(-vocabulary), temperature, source);
    if (next === end) break;
    tokens.push(next);
  }
  return Uint32Array.from(tokens.slice(begun));
}

function readPrompt(name: string, prompt: ArrayLike<number>, vocabulary: number): number[] {
  const isArray = Array.isArray(prompt) || (ArrayBuffer.isView(prompt) && "length" in prompt);
  if (!isArray || prompt.length === 0) throw wrongShape(name, prompt, "an array of at least one token");
  const range = {
    ...RANGES.nonNegativeInteger,
    max: vocabulary - 1,
    advice: "take the tokenizer of this model",
  };
  return Array.from(prompt, (id, i) => checkNumber(`${name}[${i}]`, id, range));
}

function chosen(logits: Float32Array, temperature: number, source: RandomSource): number {
  if (temperature === 0)
    return logits.indexOf(logits.reduce((most, logit) => Math.max(most, logit), -Infinity));
  const probabilities = softmax(logits, temperature);
  let left = sampleUniform(source);
  for (const [token, probability] of probabilities.entries()) {
    left -= probability;
    if (left < 0) return token;
  }
  return probabilities.findLastIndex((probability) => probability > 0);
}
