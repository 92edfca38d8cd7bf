import { baseModel } from "../../../../src/training/config/configured-model.js";
import type { TrainConfig } from "../../../../src/training/config/train-config.js";
import type { Dataset } from "../../../../src/training/data/dataset.js";
import type { Examples } from "../../../../src/training/data/examples.js";
import { sizeOf } from "../../../../src/training/layers/shape.js";
import { inputShape } from "../../../../src/training/layers/token-input.js";
import { f1Score } from "../../../../src/training/metrics/f1-score.js";
import { macroF1 } from "../../../../src/training/metrics/macro-f1.js";
import { matthewsCorrelation } from "../../../../src/training/metrics/matthews-correlation.js";
import type { Predictor } from "../../../../src/training/prediction/predictor.js";
import type { LabelledTexts, TextDataset } from "../../../../src/training/text/text-dataset.js";
import { textExamples } from "../../../../src/training/text/text-examples.js";
import type { Tokenizer } from "../../../../src/training/text/tokenizer.js";
import type { LoadedTask, TaskScores } from "./loaded-task.js";

/** Examples to be put into classes. */
export function classesTask(data: Dataset, classes: readonly string[]): LoadedTask {
  return { data, classes, measure: (predictor) => ({ scores: scoresOf(predictor, data.test) }) };
}

/** Texts to be put into classes, as the model of a configuration reads them. */
export function textClassesTask(texts: TextDataset, config: TrainConfig, tokenizer: Tokenizer): LoadedTask {
  const { height: length } = inputShape(baseModel(config).input);
  const classes = texts.classes.length;
  const examples = ({ texts: given, labels }: LabelledTexts): Examples =>
    textExamples(given, labels, { tokenizer, length, classes });
  const data = { train: examples(texts.train), test: examples(texts.test), source: texts.source };
  return classesTask(data, texts.classes);
}

function scoresOf(predictor: Predictor, { labels, classes, ...test }: Examples): TaskScores {
  const predicted = predictor.logits(inputsOf(test)).map(largest);
  if (classes === 2) {
    return { f1: f1Score(predicted, labels), matthews: matthewsCorrelation(predicted, labels) };
  }
  return { f1: macroF1(predicted, labels) };
}

function inputsOf({ count, shape, inputs, lengths }: Omit<Examples, "labels" | "classes">) {
  const size = sizeOf(shape);
  return Array.from({ length: count }, (_, i) =>
    inputs.subarray(i * size, i * size + (lengths?.[i] ?? size)),
  );
}

/** The place of the largest number. */
function largest(logits: Float32Array): number {
  let best = 0;
  for (let i = 1; i < logits.length; i++) if (logits[i]! > logits[best]!) best = i;
  return best;
}
