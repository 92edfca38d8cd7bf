import { seededSource } from "../../src/random/index.js";
import type { Dataset } from "../../src/training/data/dataset.js";
import { type GradientEngine, openGradientEngine } from "../../src/training/gradients/gradient-engine.js";
import { byteBert } from "../../src/training/models/byte-bert.js";
import { initialWeights } from "../../src/training/models/initial-weights.js";
import { dimensionOf, type Model } from "../../src/training/models/model.js";
import { modelOf } from "../../src/training/models/model-name.js";
import { permutedWeights } from "../../src/training/models/permutations/permuted-weights.js";
import { vitModel } from "../../src/training/models/vit-model.js";
import { protocolOf, type SettledConfig } from "../../src/training/options/protocol-of.js";
import { loadSpamAssassin } from "../../src/training/text/load-spam-assassin.js";
import { loadDigits } from "../_internal/digits.js";
import type { Experiment, ExperimentOptions, ResultTable } from "../experiment.js";
import { distance } from "./_internal/distance.js";
import { type ExactDifference, exactDifference } from "./_internal/exact-twins.js";
import { MAIL_LENGTH, mailExamples } from "./_internal/mail-examples.js";
import { PRINTED_TABLE_2, TWIN_COLUMNS } from "./_internal/printed-table-2.js";
import { EPSILON, PLAIN_SGD, twinConfigs } from "./_internal/twin-configs.js";
import { type Twins, trainTwins } from "./_internal/twin-training.js";

const PRINTED_DISTANCE = 1063.02;

/** What a task is trained and tested on. */
type Split = Pick<Dataset, "train" | "test">;

/** A model and how it is trained here. */
interface Task {
  readonly name: string;
  readonly model: Model;
  /** Where it is not digits. */
  readonly load?: (quick: boolean) => Promise<Split>;
  readonly batchSize: number;
  /** Of the plain run and of the one with noise. */
  readonly learningRates: readonly [number, number];
  /** Examples of a step in double precision. */
  readonly exactBatch: number;
}

const TASKS: readonly Task[] = [
  {
    name: "GDD21's network",
    model: modelOf("mnist-cnn"),
    batchSize: 1000,
    learningRates: [0.1, 0.5],
    exactBatch: 8,
  },
  {
    name: "ViT",
    model: vitModel({ layers: 2, heads: 4, width: 64, side: 28, patch: 7, channels: 1, classes: 10 }),
    batchSize: 256,
    learningRates: [0.1, 0.2],
    exactBatch: 2,
  },
  {
    name: "an encoder of bytes",
    model: byteBert({ classes: 2, length: MAIL_LENGTH }),
    load: mails,
    batchSize: 241,
    learningRates: [0.2, 0.2],
    exactBatch: 1,
  },
];

async function mails(quick: boolean): Promise<Split> {
  const { train, test } = await loadSpamAssassin();
  return {
    train: mailExamples(train, quick ? 250 : undefined),
    test: mailExamples(test, quick ? 100 : undefined),
  };
}

/** The twin runs of a task, without noise and with. */
interface Outcome {
  readonly task: Task;
  readonly start: Float32Array;
  readonly twins: readonly Twins[];
  readonly exact: readonly ExactDifference[];
}

/** YJX25 Table II: training with weights permuted after every step is the same training. */
export const yjx25Table2: Experiment = {
  scale:
    "200 steps: on MNIST GDD21's network (13,706 weights) and a ViT of 2 layers, 4 heads and width 64 (105,098 weights), in place of ViT-B/16 on CIFAR-100; on SpamAssassin's mails an encoder of bytes (2 layers, width 32, 35,906 weights), in place of BERT on SST-2. Same seed, same batches; the noise moves with the weights.",
  run: async (options) => {
    const { quick } = options;
    const digits = await loadDigits(quick ? 1000 : 60_000, quick ? 200 : 10_000);
    const outcomes: Outcome[] = [];
    for (const task of TASKS) {
      const data = (await task.load?.(quick)) ?? digits;
      outcomes.push(await outcomeOf(task, data, options));
    }
    return {
      tables: [printedTable(), measuredTable(outcomes), weightsTable(outcomes), exactTable(outcomes)],
      notes: [
        ...TASKS.map(({ name, model }) => {
          const { count, ratio } = permutedWeights(model);
          return `Every step permutes ${count} of ${dimensionOf(model)} weights of ${name}: a shuffle ratio of ${(100 * ratio).toFixed(2)} %.`;
        }),
        `The paper prints a distance of ${PRINTED_DISTANCE} between permuted and unpermuted weights of a ViT, and none after undoing the permutations.`,
        "Losses differ by rounding: sums of the same numbers in another order, carried on through all steps.",
      ],
    };
  },
};

async function outcomeOf(task: Task, data: Split, options: ExperimentOptions): Promise<Outcome> {
  const { quick, seed, onProgress } = options;
  const { name, model, learningRates } = task;
  const steps = quick ? 2 : 200;
  const engine = await openGradientEngine({ ...data, model, threads: quick ? 1 : 2 });
  try {
    const twins: Twins[] = [];
    // The quick form keeps the sampling rates.
    const batchSize = quick ? Math.ceil(task.batchSize / 4) : task.batchSize;
    const runs = { batchSize, learningRates, rounds: steps, examples: data.train.count, ...PLAIN_SGD };
    for (const config of twinConfigs(runs)) {
      onProgress(`${name}, ${config.protocol}: ${steps} steps, twice`);
      twins.push(await twinsOf(task, { config, data, engine, seed }));
    }
    onProgress(`${name} in double precision: ${steps} steps, twice`);
    const exactRuns = { model, examples: data.train, batchSize: quick ? 1 : task.exactBatch, steps, seed };
    const exact = [0, 0.01].map((stdDev) => exactDifference({ ...exactRuns, learningRate: 0.1, stdDev }));
    return { task, twins, exact, start: initialWeights(model, seededSource(seed).fork(0)) };
  } finally {
    await engine.close();
  }
}

interface TwinRun {
  readonly config: SettledConfig;
  readonly data: Split;
  readonly engine: GradientEngine;
  readonly seed: number;
}

function twinsOf({ model }: Task, run: TwinRun): Promise<Twins> {
  return trainTwins({ ...run, model, protocol: protocolOf(run.config, run.data.train.count, model) });
}

function printedTable(): ResultTable {
  return { title: "Published", columns: ["run", ...TWIN_COLUMNS], rows: PRINTED_TABLE_2 };
}

function measuredTable(outcomes: readonly Outcome[]): ResultTable {
  return {
    title: "Measured after the last step",
    columns: ["run", ...TWIN_COLUMNS, "difference of the losses"],
    rows: rowsOf(outcomes, ({ plain, permuted }) => [
      plain.loss,
      100 * plain.accuracy,
      permuted.loss,
      100 * permuted.accuracy,
      permuted.loss - plain.loss,
    ]),
  };
}

function weightsTable(outcomes: readonly Outcome[]): ResultTable {
  return {
    title: "l2 distances of the weights",
    columns: ["run", "plain to its start", "permuted to plain", "permuted to plain, permutations undone"],
    rows: rowsOf(outcomes, ({ plain, permuted, undone }, { start }) => [
      distance(plain.weights, start),
      distance(permuted.weights, plain.weights),
      distance(undone, plain.weights),
    ]),
  };
}

function rowsOf(
  outcomes: readonly Outcome[],
  cells: (twins: Twins, outcome: Outcome) => number[],
): ResultTable["rows"] {
  const privately = `DP-SGD, epsilon ${EPSILON} under zero-out (proven, permuted or not)`;
  return outcomes.flatMap((outcome) =>
    outcome.twins.map((twins, i) => [
      `${outcome.task.name}, ${i === 0 ? "non-private" : privately}`,
      ...cells(twins, outcome),
    ]),
  );
}

function exactTable(outcomes: readonly Outcome[]): ResultTable {
  return {
    title: "Differences in double precision, by plain loops on few examples a step",
    columns: ["run", "of the losses", "of the weights, l2", "of the weights, permutations undone"],
    rows: outcomes.flatMap(({ task, exact }) =>
      exact.map(({ loss, weights, undone }, i) => [
        `${task.name}, ${i === 0 ? "no noise" : "noise"}`,
        loss,
        weights,
        undone,
      ]),
    ),
  };
}
