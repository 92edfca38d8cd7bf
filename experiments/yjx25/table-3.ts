import { modelOf } from "../../src/training/models/model-name.js";
import { loadDigits } from "../_internal/digits.js";
import type { Experiment, ExperimentOptions } from "../experiment.js";
import { compareRuns, NOTES } from "./_internal/compared-runs.js";
import { EPSILONS, PUBLISHED_METHODS } from "./_internal/published-rows.js";

const PRINTED: readonly (readonly number[])[] = [
  [89.68, 89.68, 89.68],
  [1.2, 72.99, 75.53],
  [1.26, 72.98, 75.55],
  [67.31, 75.17, 75.61],
];

/** YJX25 Table III: accuracy by epsilon, where each epsilon is worth what its column says. */
export const yjx25Table3: Experiment = {
  scale:
    "GDD21's network (13,706 weights) on MNIST in batches of 3,000, 100 steps, one seed, in place of a pre-trained ViT on CIFAR-100. Ghost clipping and MixOpt compute what plain DP-SGD computes; the paper states a batch size for its audit alone (1,000, Section VI-F) and leaves c' open.",
  run: async (options) => {
    const data = await loadDigits(options.quick ? 1000 : 60_000, options.quick ? 200 : 10_000);
    const learning = learningOf(options);
    const measured = await compareRuns(
      {
        data,
        samplingRate: 0.05,
        learning,
        nonprivate: {
          ...learning,
          learningRate: 0.05,
          optimizer: { kind: "sgd", momentum: 0.9 },
          batchSize: 128,
        },
        columns: ["accuracy, %"],
        measure: async ({ state }) => [100 * state.history.at(-1)!.accuracy],
      },
      options,
    );
    return {
      tables: [
        {
          title: "Published accuracy, %",
          columns: ["method", ...EPSILONS.map((e) => `epsilon ${e}`)],
          rows: PRINTED.map((row, i) => [PUBLISHED_METHODS[i]!, ...row]),
        },
        measured,
      ],
      notes: NOTES,
    };
  },
};

function learningOf({ quick }: ExperimentOptions) {
  const rounds = quick ? 10 : 100;
  return {
    model: modelOf("mnist-cnn"),
    rounds,
    learningRate: 3,
    learningRateSchedule: "linear",
    averageDecay: 0.9,
    evaluateEvery: rounds,
  } as const;
}
