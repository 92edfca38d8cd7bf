import { DpError } from "../../../src/errors.js";
import { readsTokens } from "../../../src/training/config/configured-model.js";
import type { TrainConfig } from "../../../src/training/config/train-config.js";
import { isTokenInput } from "../../../src/training/layers/token-input.js";
import type { Model } from "../../../src/training/models/model.js";
import type { Tokenizer } from "../../../src/training/text/tokenizer.js";

/** A configuration whose model reads tokens comes with a tokenizer, and no other does. */
export function checkTokenizerGiven(config: TrainConfig, tokenizer: Tokenizer | undefined): void {
  if (readsTokens(config) === (tokenizer !== undefined)) return;
  const allowed =
    tokenizer === undefined
      ? `given: ${config.model} reads tokens of a vocabulary`
      : `absent: ${config.model} reads no text`;
  throw new DpError("BAD_INPUT", `--tokenizer must be ${allowed}`, {
    parameter: "--tokenizer",
    value: tokenizer?.name,
    allowed,
  });
}

/** A model knows the tokens of one tokenizer. */
export function checkVocabulary({ input }: Model, { name, vocabulary }: Tokenizer): void {
  if (!isTokenInput(input) || input.vocabulary === vocabulary) return;
  const allowed = `the ${input.vocabulary} tokens of the model`;
  const message = `${name} must have ${allowed}, got ${vocabulary}; take the tokenizer that the model was trained with`;
  throw new DpError("BAD_INPUT", message, { parameter: "--tokenizer", value: vocabulary, allowed });
}
