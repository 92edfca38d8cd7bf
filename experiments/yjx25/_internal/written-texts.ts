import type { TrainOutcome } from "../../../src/training/loop/train.js";
import { bleu } from "../../../src/training/metrics/bleu.js";
import { meteor } from "../../../src/training/metrics/meteor.js";
import { generateTokens } from "../../../src/training/prediction/generate-tokens.js";
import { openPredictor } from "../../../src/training/prediction/predictor.js";
import { meaningPrompt } from "../../../src/training/text/meaning-prompt.js";
import type { Tokenizer } from "../../../src/training/text/tokenizer.js";

/** A meaning, and all texts that say it. */
export interface MeaningAndTexts {
  readonly meaning: string;
  readonly texts: readonly string[];
}

/** Loss, BLEU in percent and METEOR of the texts that a model writes of some meanings. */
export async function writtenTexts(
  { model, weights, state }: TrainOutcome,
  tested: readonly MeaningAndTexts[],
  { tokenizer, length }: { readonly tokenizer: Tokenizer; readonly length: number },
): Promise<number[]> {
  const predictor = await openPredictor({ model, weights });
  const { eos: end } = tokenizer.special;
  const texts = tested.map(({ meaning }) => {
    const prompt = tokenizer.encode(meaningPrompt(meaning));
    const count = length - prompt.length;
    if (count <= 0) return "";
    return tokenizer.decode(generateTokens(predictor, { prompt, count, ...(end !== undefined && { end }) }));
  });
  const references = tested.map((each) => each.texts);
  return [state.history.at(-1)!.loss, 100 * bleu(texts, references).score, meteor(texts, references)];
}
