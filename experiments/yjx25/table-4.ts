import { byteBert } from "../../src/training/models/byte-bert.js";
import { byteTokenizer } from "../../src/training/text/byte-tokenizer.js";
import { loadSpamAssassin } from "../../src/training/text/load-spam-assassin.js";
import type { LabelledTexts } from "../../src/training/text/text-dataset.js";
import type { Experiment, ExperimentOptions } from "../experiment.js";
import { compareRuns, NOTES } from "./_internal/compared-runs.js";
import { MAIL_LENGTH, mailExamples } from "./_internal/mail-examples.js";
import { PRINTED_TABLE_4 } from "./_internal/paper-rows.js";
import { EPSILONS, publishedRows } from "./_internal/published-rows.js";

/** YJX25 Table IV: accuracy on texts by epsilon, where each epsilon is worth what its column says. */
export const yjx25Table4: Experiment = {
  scale:
    "An encoder of bytes (2 layers, width 32, 35,906 weights) on the first 62 bytes of SpamAssassin's 6,046 mails in batches of 241, 60 steps from nothing, one seed, in place of pre-trained BERT and RoBERTa on four data sets of GLUE. Ghost clipping and MixOpt compute what plain DP-SGD computes; the paper states a batch size for its audit alone (1,000, Section VI-F) and leaves c' open.",
  run: async (options) => {
    const { train, test } = await loadSpamAssassin();
    const learning = learningOf(options);
    const measured = await compareRuns(
      {
        data: {
          train: mailExamples(train, options.quick ? 200 : undefined),
          test: mailExamples(test, options.quick ? 100 : undefined),
        },
        samplingRate: 0.05,
        learning,
        nonprivate: { ...learning, rounds: options.quick ? 3 : 300, batchSize: 64 },
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
          rows: PRINTED_TABLE_4.flatMap(publishedRows),
        },
        measured,
      ],
      notes: [
        `${shareOfHam(test).toFixed(2)} % of the test mails are wanted; ${countKnown(train, test)} of ${test.texts.length} begin with the same ${MAIL_LENGTH - 2} bytes as one for training.`,
        ...NOTES,
      ],
    };
  },
};

function shareOfHam({ labels }: LabelledTexts): number {
  return (100 * labels.filter((label) => label === 0).length) / labels.length;
}

/** How many test mails the model cannot tell from one that it was trained on. */
function countKnown(train: LabelledTexts, test: LabelledTexts): number {
  const read = (text: LabelledTexts["texts"][number]): string =>
    byteTokenizer
      .encode(text as string)
      .subarray(0, MAIL_LENGTH - 2)
      .join();
  const known = new Set(train.texts.map(read));
  return test.texts.filter((text) => known.has(read(text))).length;
}

function learningOf({ quick }: ExperimentOptions) {
  const rounds = quick ? 3 : 60;
  return {
    model: byteBert({ classes: 2, length: MAIL_LENGTH }),
    rounds,
    learningRate: 0.004,
    learningRateSchedule: "linear",
    optimizer: { kind: "adam" },
    averageDecay: 0.9,
    evaluateEvery: rounds,
  } as const;
}
