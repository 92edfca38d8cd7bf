import type { Examples } from "../../../src/training/data/examples.js";
import { byteTokenizer } from "../../../src/training/text/byte-tokenizer.js";
import type { LabelledTexts } from "../../../src/training/text/text-dataset.js";
import { textExamples } from "../../../src/training/text/text-examples.js";

/** Bytes of a mail that the model reads, those around them included. */
export const MAIL_LENGTH = 64;

/** The mails, or about `few` of them at equal distances: they are sorted by kind. */
export function mailExamples({ texts, labels }: LabelledTexts, few: number = texts.length): Examples {
  const step = Math.floor(texts.length / few);
  const kept = texts.flatMap((_, i) => (i % step === 0 ? [i] : []));
  return textExamples(
    kept.map((i) => texts[i]!),
    kept.map((i) => labels[i]!),
    { tokenizer: byteTokenizer, length: MAIL_LENGTH, classes: 2 },
  );
}
