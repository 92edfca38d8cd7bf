import { baseModel } from "../../../../../src/training/config/configured-model.js";
import type { TrainConfig } from "../../../../../src/training/config/train-config.js";
import type { Examples } from "../../../../../src/training/data/examples.js";
import { inputShape } from "../../../../../src/training/layers/token-input.js";
import { bleu } from "../../../../../src/training/metrics/bleu.js";
import { meteor } from "../../../../../src/training/metrics/meteor.js";
import { generateTokens } from "../../../../../src/training/prediction/generate-tokens.js";
import type { Predictor } from "../../../../../src/training/prediction/predictor.js";
import {
  type LanguageExamplesOptions,
  languageExamples,
} from "../../../../../src/training/text/language-examples.js";
import { loadE2e, type MeaningAndText } from "../../../../../src/training/text/load-e2e.js";
import { meaningPrompt } from "../../../../../src/training/text/meaning-prompt.js";
import type { Tokenizer } from "../../../../../src/training/text/tokenizer.js";
import { bitsPerByteOf } from "./language-task.js";
import type { LoadedTask, TaskResults } from "./loaded-task.js";

/** Meanings of the test split that are put into words: each costs as many passes as its text has bytes. */
const MOST_MEANINGS = 50;

/** Meanings to be put into words: an example is a meaning with one text that says it. */
export async function meaningTask(
  config: TrainConfig,
  directory: string,
  tokenizer: Tokenizer,
): Promise<LoadedTask> {
  const { train, test, source } = await loadE2e({ directory });
  const { height: length } = inputShape(baseModel(config).input);
  const examplesOf = (rows: readonly MeaningAndText[]): Examples =>
    languageExamples(
      rows.map(({ meaning, text }) => meaningPrompt(meaning) + text),
      { tokenizer, length, each: "text" },
    );
  const data = { train: examplesOf(train), test: examplesOf(test), source };
  return {
    data,
    measure: (predictor, loss) => {
      const { scores, sample } = measured(predictor, test, { tokenizer, length });
      return {
        scores: { bitsPerByte: bitsPerByteOf(data.test, loss, tokenizer), ...scores },
        sample: sample!,
      };
    },
  };
}

/** Greedy texts against all texts that the test split has for a meaning. */
function measured(
  predictor: Predictor,
  rows: readonly MeaningAndText[],
  read: LanguageExamplesOptions,
): TaskResults {
  const references = new Map<string, string[]>();
  for (const { meaning, text } of rows) references.set(meaning, [...(references.get(meaning) ?? []), text]);
  const meanings = [...references.keys()].slice(0, MOST_MEANINGS);
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
