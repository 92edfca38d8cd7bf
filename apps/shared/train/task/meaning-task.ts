import { DpError } from "../../../../src/errors.js";
import { baseModel } from "../../../../src/training/config/configured-model.js";
import type { TrainConfig } from "../../../../src/training/config/train-config.js";
import { inputShape } from "../../../../src/training/layers/token-input.js";
import { bitsPerByte } from "../../../../src/training/metrics/bits-per-byte.js";
import { bleu } from "../../../../src/training/metrics/bleu.js";
import { meteor } from "../../../../src/training/metrics/meteor.js";
import { generateTokens } from "../../../../src/training/prediction/generate-tokens.js";
import type { Predictor } from "../../../../src/training/prediction/predictor.js";
import {
  type LanguageExamplesOptions,
  languageExamples,
} from "../../../../src/training/text/language-examples.js";
import { loadE2e, type MeaningAndText } from "../../../../src/training/text/load-e2e.js";
import { meaningPrompt } from "../../../../src/training/text/meaning-prompt.js";
import type { TextExamples, TextPair } from "../../../../src/training/text/text-examples.js";
import type { Tokenizer } from "../../../../src/training/text/tokenizer.js";
import type { LoadedTask, TaskResults } from "./loaded-task.js";
import { predictedText } from "./predicted-text.js";

/** Meanings of the test split that are put into words: each costs as many passes as its text has bytes. */
const MAX_MEANINGS = 50;

/** What cuts texts into tokens, and who hears of texts that were cut. */
interface TextReading {
  readonly tokenizer: Tokenizer;
  readonly warn: (message: string) => void;
}

/**
 * Meanings to be put into words: an example is a meaning with one text that says it. The meaning is given,
 * the text alone is learned.
 */
export async function meaningTask(
  config: TrainConfig,
  directory: string,
  { tokenizer, warn }: TextReading,
): Promise<LoadedTask> {
  const { train, test, source } = await loadE2e({ directory });
  const { height: length } = inputShape(baseModel(config).input);
  checkRoom(test, { tokenizer, length });
  const examplesOf = (rows: readonly MeaningAndText[]): TextExamples =>
    languageExamples(rows.map(givenAndLearned), { tokenizer, length, each: "text" });
  const data = { train: examplesOf(train), test: examplesOf(test), source };
  const { tokens, bytes } = predictedText({ ...data, texts: test.map(({ text }) => text) }, tokenizer);
  if (data.test.truncated > 0) warn(describeCut(data.test, length));
  return {
    data,
    measure: (predictor, loss) => {
      const { scores, sample } = measured(predictor, test, { tokenizer, length });
      return {
        scores: { bitsPerByte: bitsPerByte(loss * tokens, bytes), ...scores },
        sample: sample!,
      };
    },
  };
}

function givenAndLearned({ meaning, text }: MeaningAndText): TextPair {
  return [meaningPrompt(meaning), text];
}

/** Where every meaning fills an example, no text is learned, nor written. */
function checkRoom(rows: readonly MeaningAndText[], { tokenizer, length }: LanguageExamplesOptions): void {
  const lengths = rows.map(({ meaning }) => tokenizer.encode(meaningPrompt(meaning)).length);
  const shortest = lengths.reduce((least, each) => Math.min(least, each));
  if (shortest < length) return;
  const allowed = `more than the ${shortest} of the shortest meaning of the test split`;
  throw new DpError("OUT_OF_RANGE", `--sequence-length must be ${allowed}, got ${length}`, {
    parameter: "--sequence-length",
    value: length,
    allowed,
  });
}

/** Of the test split alone: how many of the private texts are cut would be a release. */
function describeCut({ truncated, count }: TextExamples, length: number): string {
  return `${truncated} of ${count} test examples, meanings with their texts, are longer than ${length} positions and were cut, as those for training are; --sequence-length takes more`;
}

/** Greedy texts against all texts that the test split has for a meaning. */
function measured(
  predictor: Predictor,
  rows: readonly MeaningAndText[],
  read: LanguageExamplesOptions,
): TaskResults {
  const references = new Map<string, string[]>();
  for (const { meaning, text } of rows) references.set(meaning, [...(references.get(meaning) ?? []), text]);
  const meanings = [...references.keys()].slice(0, MAX_MEANINGS);
  const texts = meanings.map((meaning) => textFor(predictor, meaning, read));
  const right = meanings.map((meaning) => references.get(meaning)!);
  return {
    scores: { bleu: bleu(texts, right).score, meteor: meteor(texts, right), generated: texts.length },
    sample: { prompt: meaningPrompt(meanings[0]!), text: texts[0]!, temperature: 0 },
  };
}

function textFor(
  predictor: Predictor,
  meaning: string,
  { tokenizer, length }: LanguageExamplesOptions,
): string {
  const prompt = tokenizer.encode(meaningPrompt(meaning));
  const { eos: end } = tokenizer.special;
  const count = Math.max(1, length - prompt.length);
  return tokenizer.decode(generateTokens(predictor, { prompt, count, end }));
}
