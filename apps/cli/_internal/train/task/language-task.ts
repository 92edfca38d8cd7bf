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
import type { LoadedTask, TextSample } from "./loaded-task.js";

/** Of the sample: bytes of the test text that it goes on from, and those that it adds. */
const [PROMPT, ADDED] = [40, 200];
/** Greedy text repeats itself. */
const TEMPERATURE = 0.8;

/** A text to go on with, byte by byte: windows of it are the examples. */
export async function languageTask(config: TrainConfig, path: string | undefined): Promise<LoadedTask> {
  const texts = path === undefined ? await loadMobyDick() : await loadPlainText({ path });
  const { height: length } = inputShape(baseModel(config).input);
  const options = { tokenizer: byteTokenizer, length };
  const train = languageExamples(texts.train, options);
  const test = languageExamples(texts.test, options);
  const prompt = texts.test[0]!.slice(0, PROMPT);
  return {
    data: { train, test, source: texts.source },
    measure: (predictor, loss) => ({
      scores: { bitsPerByte: bitsPerByteOf(test, loss) },
      sample: sampleOf(predictor, prompt),
    }),
  };
}

/** Bits per byte of a mean loss for each predicted token: all but the first of each example, of which the end of a text is no byte. */
export function bitsPerByteOf({ count, shape, inputs, lengths }: Examples, loss: number): number {
  let [tokens, bytes] = [0, 0];
  for (let i = 0; i < count; i++) {
    for (let j = 1; j < (lengths?.[i] ?? shape.height); j++) {
      tokens += 1;
      if (inputs[i * shape.height + j]! < 256) bytes += 1;
    }
  }
  return bitsPerByte(loss * tokens, bytes);
}

/** The same draws for the same weights. */
function sampleOf(predictor: Predictor, prompt: string): TextSample {
  const added = generateTokens(predictor, {
    prompt: byteTokenizer.encode(prompt),
    count: ADDED,
    temperature: TEMPERATURE,
    source: seededSource("sample"),
  });
  return { prompt, text: byteTokenizer.decode(added), temperature: TEMPERATURE };
}
