import type { Examples } from "../../src/training/data/examples.js";
import { byteBert } from "../../src/training/models/byte-bert.js";
import { byteTokenizer } from "../../src/training/text/byte-tokenizer.js";
import { loadSpamAssassin } from "../../src/training/text/load-spam-assassin.js";
import type { LabelledTexts } from "../../src/training/text/text-dataset.js";
import { textExamples } from "../../src/training/text/text-examples.js";
import type { Experiment, ExperimentOptions } from "../experiment.js";
import { compareRuns, EPSILONS, NOTES } from "./_internal/compared-runs.js";
import { type PublishedLine, publishedRows } from "./_internal/published-rows.js";

const PRINTED: readonly PublishedLine[] = [
  ["BERT, SST-2", 92.32, 69.27, 64.56, 87.5, 86.58, 87.38, 88.42, 88.19, 86.93, 88.3],
  ["BERT, QQP", 90.49, 69.51, 69.73, 82.14, 80.85, 80.51, 82.25, 83.39, 82.07, 82.26],
  ["BERT, MNLI", 83.27, 55.65, 55.58, 73.04, 70.33, 70.12, 73.05, 73.52, 73.25, 73.07],
  ["BERT, QNLI", 89.51, 51.29, 59.69, 81.49, 81.03, 81.64, 82.04, 81.77, 81.82, 81.78],
  ["RoBERTa, SST-2", 94.95, 87.5, 87.62, 92.32, 90.82, 92.08, 91.63, 91.86, 91.62, 91.51],
  ["RoBERTa, QQP", 91.5, 68.19, 68.28, 83.59, 80.67, 80.51, 83.37, 83.39, 83.2, 83.35],
  ["RoBERTa, MNLI", 87.49, 55.11, 53.03, 79.29, 78.14, 78.01, 79.21, 79.78, 79.84, 79.38],
  ["RoBERTa, QNLI", 93.56, 73.86, 73.86, 85.67, 85.22, 85.92, 85.94, 85.59, 86.14, 85.76],
];

/** Bytes of a mail that the model reads, those around them included. */
const LENGTH = 64;

/** YJX25 Table IV: accuracy on texts by epsilon, where each epsilon is worth what its column says. */
export const yjx25Table4: Experiment = {
  scale:
    "An encoder of bytes (2 layers, width 32, 35,906 weights) on the first 62 bytes of SpamAssassin's 6,046 mails in batches of 241, 60 steps from nothing, one seed, in place of pre-trained BERT and RoBERTa on four data sets of GLUE. Ghost clipping and MixOpt compute what plain DP-SGD computes; the paper states a batch size for its audit alone (1,000, Section VI-F) and leaves c' open.",
  run: async (options) => {
    const { train, test } = await loadSpamAssassin();
    const learning = learningOf(options);
    const measured = await compareRuns(
      {
        data: { train: examplesOf(train, options, 400), test: examplesOf(test, options, 100) },
        samplingRate: 0.05,
        learning,
        nonprivate: { ...learning, rounds: options.quick ? 10 : 300, batchSize: 64 },
        columns: ["accuracy, %"],
        measure: async ({ state }) => [100 * state.history.at(-1)!.accuracy],
      },
      options,
    );
    return {
      tables: [
        {
          title: "Published accuracy, %",
          columns: ["model, data", "method", ...EPSILONS.map((e) => `epsilon ${e}`)],
          rows: PRINTED.flatMap(publishedRows),
        },
        measured,
      ],
      notes: [
        `${shareOfHam(test).toFixed(2)} % of the test mails are wanted; ${countKnown(train, test)} of ${test.texts.length} begin with the same ${LENGTH - 2} bytes as one for training.`,
        ...NOTES,
      ],
    };
  },
};

/** The mails, or every so manyth: they are sorted by kind. */
function examplesOf({ texts, labels }: LabelledTexts, { quick }: ExperimentOptions, few: number): Examples {
  const step = quick ? Math.floor(texts.length / few) : 1;
  const kept = texts.flatMap((_, i) => (i % step === 0 ? [i] : []));
  return textExamples(
    kept.map((i) => texts[i]!),
    kept.map((i) => labels[i]!),
    { tokenizer: byteTokenizer, length: LENGTH, classes: 2 },
  );
}

function shareOfHam({ labels }: LabelledTexts): number {
  return (100 * labels.filter((label) => label === 0).length) / labels.length;
}

/** How many test mails the model cannot tell from one that it was trained on. */
function countKnown(train: LabelledTexts, test: LabelledTexts): number {
  const read = (text: LabelledTexts["texts"][number]): string =>
    byteTokenizer
      .encode(text as string)
      .subarray(0, LENGTH - 2)
      .join();
  const known = new Set(train.texts.map(read));
  return test.texts.filter((text) => known.has(read(text))).length;
}

function learningOf({ quick }: ExperimentOptions) {
  const rounds = quick ? 5 : 60;
  return {
    model: byteBert({ classes: 2, length: LENGTH }),
    rounds,
    learningRate: 0.004,
    learningRateSchedule: "linear",
    optimizer: { kind: "adam" },
    averageDecay: 0.9,
    evaluateEvery: rounds,
  } as const;
}
