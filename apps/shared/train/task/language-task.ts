import { seededSource } from "../../../../src/random/seeded-source.js";
import { baseModel } from "../../../../src/training/config/configured-model.js";
import type { TrainConfig } from "../../../../src/training/config/train-config.js";
import { inputShape } from "../../../../src/training/layers/token-input.js";
import { bitsPerByte } from "../../../../src/training/metrics/bits-per-byte.js";
import { generateTokens } from "../../../../src/training/prediction/generate-tokens.js";
import type { Predictor } from "../../../../src/training/prediction/predictor.js";
import { languageExamples } from "../../../../src/training/text/language-examples.js";
import { loadMobyDick } from "../../../../src/training/text/load-moby-dick.js";
import { loadPlainText } from "../../../../src/training/text/load-plain-text.js";
import type { Tokenizer } from "../../../../src/training/text/tokenizer.js";
import type { LoadedTask, TextSample } from "./loaded-task.js";
import { predictedText } from "./predicted-text.js";

/** Of the sample: characters of the test text that it goes on from, and the tokens that it adds. */
const PROMPT = 40;
const ADDED = 200;
/** Greedy text repeats itself. */
const TEMPERATURE = 0.8;

/** A text to go on with, token by token: windows of it are the examples. */
export async function languageTask(
  config: TrainConfig,
  path: string | undefined,
  tokenizer: Tokenizer,
): Promise<LoadedTask> {
  const texts = path === undefined ? await loadMobyDick() : await loadPlainText({ path });
  const { height: length } = inputShape(baseModel(config).input);
  const options = { tokenizer, length };
  const train = languageExamples(texts.train, options);
  const test = languageExamples(texts.test, options);
  const data = { train, test, source: texts.source };
  const { tokens, bytes } = predictedText({ ...data, texts: texts.test }, tokenizer);
  const prompt = beginningOf(texts.test[0]!);
  return {
    data,
    measure: (predictor, loss) => ({
      scores: { bitsPerByte: bitsPerByte(loss * tokens, bytes) },
      sample: sampleOf(predictor, prompt, tokenizer),
    }),
  };
}

/** How a text begins, no character of it cut in half. */
function beginningOf(text: string): string {
  const begun = text.trimStart().slice(0, 2 * PROMPT);
  return Array.from(begun).slice(0, PROMPT).join("");
}

/** The same draws for the same weights. */
function sampleOf(predictor: Predictor, prompt: string, tokenizer: Tokenizer): TextSample {
  const added = generateTokens(predictor, {
    prompt: tokenizer.encode(prompt),
    count: ADDED,
    temperature: TEMPERATURE,
    source: seededSource("sample"),
  });
  return { prompt, text: tokenizer.decode(added), temperature: TEMPERATURE };
}
