import { openGradientEngine } from "../../../src/training/gradients/gradient-engine.js";
import { protocolOf } from "../../../src/training/options/protocol-of.js";
import type { Experiment, ExperimentOptions, ResultTable } from "../../experiment.js";
import { distance } from "./distance.js";
import type { PaperRow } from "./paper-rows.js";
import { PRINTED_TABLE_2, TWIN_COLUMNS } from "./printed-table-2.js";
import { BATCH_SIZE } from "./published-runs.js";
import { planOf } from "./row-needs.js";
import { type RowStart, startOf } from "./row-start.js";
import { EPSILON, type TwinLearning, twinConfigs } from "./twin-configs.js";
import { trainTwins } from "./twin-training.js";

const ADAM = { optimizer: "adam", adamBeta1: 0.9, adamBeta2: 0.999, adamEpsilon: 1e-8 } as const;

/** A row of Table II on the data that the paper takes, where they are at hand. */
export function twinRowExperiment(row: PaperRow): Experiment {
  return {
    scale: `With the data and the checkpoint: ${planOf(row)}. The paper states a batch size for its audit alone (1,000). The quick form trains a small model from nothing.`,
    run: async (options) => ({
      tables: [publishedTable(row), await measuredTable(row, options)],
      notes: [
        "Same seed, same batches; the noise moves with the weights. Losses differ by rounding.",
        `DP-SGD has the noise that is proven to keep epsilon ${EPSILON} under zero-out, permuted or not.`,
      ],
    }),
  };
}

function publishedTable({ title }: PaperRow): ResultTable {
  const [model] = title.split(",");
  return {
    title: `Published, ${title}`,
    columns: ["run", ...TWIN_COLUMNS],
    rows: PRINTED_TABLE_2.filter(([run]) => run.startsWith(`${model},`)),
  };
}

async function measuredTable(row: PaperRow, options: ExperimentOptions): Promise<ResultTable> {
  const start = await startOf(row, options);
  const { model, found, weights } = start;
  const engine = await openGradientEngine({ ...found.data, model, threads: options.quick ? 1 : 2 });
  const rows: (string | number)[][] = [];
  try {
    for (const config of twinConfigs(learningOf(row, start, options))) {
      const run = config.protocol === "nonprivate" ? "non-private" : "DP-SGD";
      options.onProgress(`${row.title}, ${run}: ${config.rounds} steps, twice`);
      const protocol = protocolOf(config, found.data.train.count, model);
      const { seed } = options;
      const twins = await trainTwins({ config, data: found.data, engine, seed, model, protocol, weights });
      const { plain, permuted, undone } = twins;
      rows.push([
        run,
        ...[plain.loss, 100 * plain.accuracy, permuted.loss, 100 * permuted.accuracy],
        ...[distance(permuted.weights, plain.weights), distance(undone, plain.weights)],
      ]);
    }
  } finally {
    await engine.close();
  }
  return {
    title: "Measured after the last step",
    columns: ["run", ...TWIN_COLUMNS, "weights apart, l2", "weights apart, permutations undone"],
    rows,
  };
}

function learningOf(row: PaperRow, { found }: RowStart, { quick }: ExperimentOptions): TwinLearning {
  const { count } = found.data.train;
  return {
    ...ADAM,
    rounds: quick ? 2 : Math.round((row.epochs * row.examples) / BATCH_SIZE),
    examples: count,
    batchSize: Math.min(BATCH_SIZE, Math.ceil(count / 2)),
    learningRates: [row.learningRate, row.learningRate],
    clipBound: row.clipBound,
  };
}
