import { calibrate } from "../src/accounting/calibrate.js";
import { seededSource } from "../src/random/index.js";
import type { TrainConfig } from "../src/training/config/train-config.js";
import { openGradientEngine } from "../src/training/gradients/gradient-engine.js";
import { initialWeights } from "../src/training/models/initial-weights.js";
import { modelOf } from "../src/training/models/model-name.js";
import { protocolOf, type SettledConfig } from "../src/training/options/protocol-of.js";
import { permutedWeights } from "../src/training/permutations/permuted-weights.js";
import { loadDigits } from "./_internal/digits.js";
import { distance } from "./_internal/distance.js";
import { type ExactDifference, exactDifference } from "./_internal/exact-twins.js";
import { type Twins, trainTwins } from "./_internal/twin-training.js";
import type { Experiment, ResultTable } from "./experiment.js";

const PRINTED = [
  ["ViT, non-private", 0.6362, 89.68, 0.6362, 89.68],
  ["ViT, DP-SGD", 1.33, 85.56, 1.33, 85.56],
  ["BERT, non-private", 0.2302, 92.31, 0.2302, 92.31],
  ["BERT, DP-SGD", 1.054, 87.38, 1.054, 87.38],
] as const;
const PRINTED_DISTANCE = 1063.02;

/** The noise at which a run of 10 epochs in batches of 1,000 of MNIST is proven to keep epsilon 1. */
const EPSILON = 1;
const DELTA = 1e-5;
const MODEL = modelOf("mnist-cnn");
const LEARNING = {
  model: "mnist-cnn",
  learningRateSchedule: "constant",
  layerSteps: "equal",
  weightDecay: 0,
  averageDecay: 0,
  optimizer: "sgd",
} as const;

/** YJX25 Table II: training with weights permuted after every step is the same training. */
export const yjx25Table2: Experiment = {
  scale:
    "GDD21's network (13,706 weights) on MNIST, 200 steps, in place of ViT on CIFAR-100 and BERT on SST-2. Same seed, same batches; the noise moves with the weights.",
  run: async ({ quick, seed, onProgress }) => {
    const rounds = quick ? 20 : 200;
    const data = await loadDigits(quick ? 4000 : 60_000, quick ? 1000 : 10_000);
    const engine = await openGradientEngine({ ...data, model: MODEL, threads: quick ? 1 : 2 });
    try {
      const configs = [nonprivate(rounds), withNoise(rounds, data.train.count)];
      const twins: Twins[] = [];
      for (const config of configs) {
        onProgress(`${config.protocol}: ${rounds} steps, twice`);
        const protocol = protocolOf(config, data.train.count, MODEL);
        twins.push(await trainTwins({ model: MODEL, data, engine, config, protocol, seed }));
      }
      onProgress(`double precision: ${rounds} steps, twice`);
      const common = {
        model: MODEL,
        examples: data.train,
        steps: rounds,
        batchSize: 8,
        learningRate: 0.1,
        seed,
      };
      const exact = [0, 0.01].map((stdDev) => exactDifference({ ...common, stdDev }));
      const start = initialWeights(MODEL, seededSource(seed).fork(0));
      return {
        tables: [printedTable(), measuredTable(twins, rounds), weightsTable(twins, start), exactTable(exact)],
        notes: [
          `Every step permutes ${permutedWeights(MODEL).count} of 13,706 weights: a shuffle ratio of ${(100 * permutedWeights(MODEL).ratio).toFixed(2)} %.`,
          `The paper prints a distance of ${PRINTED_DISTANCE} between permuted and unpermuted weights of a ViT, and no distance after undoing.`,
          "Losses differ by rounding: sums of the same numbers in another order, carried on through all steps.",
        ],
      };
    } finally {
      await engine.close();
    }
  },
};

function nonprivate(rounds: number): SettledConfig {
  const config = {
    ...LEARNING,
    protocol: "nonprivate",
    batchSize: 1000,
    momentum: 0,
    learningRate: 0.1,
  } as const;
  return { ...config, rounds, evaluateEvery: rounds } satisfies SettledConfig & TrainConfig;
}

function withNoise(rounds: number, examples: number): SettledConfig {
  const samplingRate = 1000 / examples;
  const { value } = calibrate(
    (noiseToClip) => ({
      kind: "repeat",
      times: rounds,
      of: { kind: "poissonSample", rate: samplingRate, of: { kind: "gaussian", noiseToClip } },
    }),
    {
      parameter: "noiseToClip",
      adjacency: "zero-out",
      delta: DELTA,
      targetEpsilon: EPSILON,
      precision: 1e-3,
    },
  );
  return {
    ...LEARNING,
    protocol: "central",
    samplingRate,
    clipBound: 1,
    noiseToClip: value,
    adjacency: "zero-out",
    delta: DELTA,
    momentum: 0,
    learningRate: 0.5,
    rounds,
    evaluateEvery: rounds,
  } satisfies SettledConfig & TrainConfig;
}

const COLUMNS = ["test loss", "accuracy, %", "test loss, permuted", "accuracy, permuted, %"];

function printedTable(): ResultTable {
  return { title: "Published", columns: ["run", ...COLUMNS], rows: PRINTED };
}

function measuredTable(twins: readonly Twins[], rounds: number): ResultTable {
  const names = ["non-private", `DP-SGD, epsilon ${EPSILON}, zero-out (proven, permuted or not)`];
  return {
    title: `Measured after ${rounds} steps`,
    columns: ["run", ...COLUMNS, "difference of the losses"],
    rows: twins.map(({ plain, permuted }, i) => [
      names[i]!,
      plain.loss,
      100 * plain.accuracy,
      permuted.loss,
      100 * permuted.accuracy,
      permuted.loss - plain.loss,
    ]),
  };
}

function weightsTable(twins: readonly Twins[], start: Float32Array): ResultTable {
  return {
    title: "l2 distances of the weights",
    columns: ["run", "plain to its start", "permuted to plain", "permuted to plain, permutations undone"],
    rows: twins.map(({ plain, permuted, undone }, i) => [
      ["non-private", "DP-SGD"][i]!,
      distance(plain.weights, start),
      distance(permuted.weights, plain.weights),
      distance(undone, plain.weights),
    ]),
  };
}

function exactTable(differences: readonly ExactDifference[]): ResultTable {
  return {
    title: "Differences in double precision, plain loops, batches of 8",
    columns: ["run", "of the losses", "of the weights, l2", "of the weights, permutations undone"],
    rows: differences.map(({ loss, weights, undone }, i) => [
      ["no noise", "noise"][i]!,
      loss,
      weights,
      undone,
    ]),
  };
}
