import { seededSource } from "../../../../../src/random/seeded-source.js";
import { baseModel } from "../../../../../src/training/config/configured-model.js";
import type { TrainConfig } from "../../../../../src/training/config/train-config.js";
import type { Examples } from "../../../../../src/training/data/examples.js";
import { inputShape } from "../../../../../src/training/layers/token-input.js";
import { bitsPerByte } from "../../../../../src/training/metrics/bits-per-byte.js";
import { generateTokens } from "../../../../../src/training/prediction/generate-tokens.js";
import type { Predictor } from "../../../../../src/training/prediction/predictor.js";
import { byteTokenizer } from "../../../../../src/training/text/byte-tokenizer.js";
import { languageExamples } from "../../../../../src/training/text/language-examples.js";
import { loadMobyDick } from "../../../../../src/training/text/load-moby-dick.js";
import { loadPlainText } from "../../../../../src/training/text/load-plain-text.js";
import type { Tokenizer } from "../../../../../src/training/text/tokenizer.js";
import type { LoadedTask, TextSample } from "./loaded-task.js";

/** Of the sample: characters of the test text that it goes on from, and the tokens that it adds. */
const [PROMPT, ADDED] = [40, 200];
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
  const prompt = texts.test[0]!.slice(0, PROMPT);
  return {
    data: { train, test, source: texts.source },
    measure: (predictor, loss) => ({
      scores: { bitsPerByte: bitsPerByteOf(test, loss, tokenizer) },
      sample: sampleOf(predictor, prompt, tokenizer),
    }),
  };
}

/**
 * Bits per byte of a mean loss for each predicted token: all but the first of each example, of which the end of a text is no byte.
 * A token stands for the bytes that it has in the tokenizer's own text.
 */
export function bitsPerByteOf(
  { count, shape, inputs, lengths }: Examples,
  loss: number,
  tokenizer: Tokenizer,
): number {
  let [tokens, bytes] = [0, 0];
  for (let i = 0; i < count; i++) {
    const from = i * shape.height;
    const predicted = inputs.subarray(from + 1, from + (lengths?.[i] ?? shape.height));
    tokens += predicted.length;
    bytes += bytesOf(predicted, tokenizer);
  }
  return bitsPerByte(loss * tokens, bytes);
}

/** A byte that is no whole character counts as the three of U+FFFD where tokens are not bytes: at the ends of windows. */
function bytesOf(tokens: ArrayLike<number>, tokenizer: Tokenizer): number {
  if (tokenizer === byteTokenizer) return Array.from(tokens).filter((token) => token < 256).length;
  return new TextEncoder().encode(tokenizer.decode(tokens)).length;
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
