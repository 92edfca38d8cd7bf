import type { Experiment, ExperimentOptions, ResultTable } from "../../experiment.js";
import { type ComparedRuns, compareRuns, NOTES } from "./compared-runs.js";
import type { PaperRow } from "./paper-rows.js";
import { EPSILONS, publishedRows } from "./published-rows.js";
import { BATCH_SIZE } from "./published-runs.js";
import { planOf } from "./row-needs.js";
import { type RowStart, startOf } from "./row-start.js";
import { writtenTexts } from "./written-texts.js";

/** A row of Tables III to V on the data that the paper takes, where they are at hand. */
export function rowExperiment(row: PaperRow): Experiment {
  return {
    scale: `With the data and the checkpoint: ${planOf(row)}. The paper states a batch size for its audit alone (1,000), and leaves c' and the texts' length open. The quick form trains a small model from nothing.`,
    run: async (options) => {
      const start = await startOf(row, options);
      return {
        tables: [publishedTable(row), await compareRuns(comparedRuns(row, start, options), options)],
        notes: NOTES,
      };
    },
  };
}

function publishedTable({ title, printed }: PaperRow): ResultTable {
  return {
    title: `Published, ${title}`,
    columns: ["model, data", "method", ...EPSILONS.map((e) => `epsilon ${e}`)],
    rows: printed.flatMap(publishedRows),
  };
}

function comparedRuns(row: PaperRow, start: RowStart, { quick }: ExperimentOptions): ComparedRuns {
  const { model, found, reading, weights } = start;
  const { count } = found.data.train;
  const rounds = quick ? 2 : Math.round((row.epochs * row.examples) / BATCH_SIZE);
  const batchSize = Math.min(BATCH_SIZE, Math.ceil(count / 2));
  const learning = {
    ...{ model, rounds, learningRate: row.learningRate, evaluateEvery: rounds },
    optimizer: { kind: "adam" },
  } as const;
  const writes = found.tested.length > 0;
  return {
    data: found.data,
    samplingRate: batchSize / count,
    learning,
    nonprivate: { ...learning, batchSize },
    ...(weights !== undefined && { pretrained: { weights } }),
    columns: writes ? ["loss, nats a token", "BLEU", "METEOR"] : ["accuracy, %"],
    measure: async (outcome) =>
      writes
        ? writtenTexts(outcome, quick ? found.tested.slice(0, 1) : found.tested, reading)
        : [100 * outcome.state.history.at(-1)!.accuracy],
    quickIsPlain: true,
  };
}
