import type { Shape } from "./shape.js";

/** Examples that are sequences of token ids, at most `length` of them, each below `vocabulary`. */
export interface TokenInput {
  readonly vocabulary: number;
  readonly length: number;
}

/** What a model's examples are: values of a shape, or token ids. */
export type ModelInput = Shape | TokenInput;

/** Whether the examples are token ids. */
export function isTokenInput(input: ModelInput): input is TokenInput {
  return "vocabulary" in input;
}

/** The extent of one example: a position for each token, of one id. */
export function inputShape(input: ModelInput): Shape {
  return isTokenInput(input) ? { height: input.length, width: 1, channels: 1 } : input;
}
