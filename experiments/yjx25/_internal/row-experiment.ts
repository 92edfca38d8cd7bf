import { join } from "node:path";
import { seededSource } from "../../../src/random/index.js";
import { configuredArchitecture } from "../../../src/training/config/configured-architecture.js";
import type { PublicModelName } from "../../../src/training/config/public-models.js";
import type { TaskName } from "../../../src/training/config/tasks.js";
import { byteBert } from "../../../src/training/models/byte-bert.js";
import { byteGpt } from "../../../src/training/models/byte-gpt.js";
import type { Model } from "../../../src/training/models/model.js";
import { architectureModel } from "../../../src/training/models/pretrained/architecture.js";
import { weightsFromCheckpoint } from "../../../src/training/models/pretrained/weights-from-checkpoint.js";
import { vitModel } from "../../../src/training/models/vit-model.js";
import { openSafetensors } from "../../../src/training/safetensors/open-safetensors.js";
import { byteTokenizer } from "../../../src/training/text/byte-tokenizer.js";
import { loadTokenizer } from "../../../src/training/text/load-tokenizer.js";
import type { Experiment, ExperimentOptions, ResultTable } from "../../experiment.js";
import { type ComparedRuns, compareRuns, NOTES } from "./compared-runs.js";
import type { PaperRow } from "./paper-rows.js";
import { EPSILONS, publishedRows } from "./published-rows.js";
import { BATCH_SIZE } from "./published-runs.js";
import { type RowData, type RowReading, rowData } from "./row-data.js";
import { missingCheckpoint, missingData, noRoom, planOf } from "./row-needs.js";
import { writtenTexts } from "./written-texts.js";

/** Of the quick form. */
const SMALL_LENGTH = 64;

/** What is trained, from which weights, on which reading of the texts. */
interface Start {
  readonly model: Model;
  readonly found: RowData;
  readonly reading: RowReading;
  readonly weights?: Float32Array;
}

/** A row of Tables III to V on the data that the paper takes, where they are at hand. */
export function rowExperiment(row: PaperRow): Experiment {
  return {
    scale: `With the data and the checkpoint: ${planOf(row)}. The paper states a batch size for its audit alone (1,000), and leaves c' and the texts' length open. The quick form trains a small model from nothing.`,
    run: async (options) => {
      if (options.data === undefined) throw missingData(row);
      const start = options.quick ? await smallStart(row, options.data) : await fullStart(row, options);
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

function comparedRuns(row: PaperRow, start: Start, { quick }: ExperimentOptions): ComparedRuns {
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

async function smallStart({ task }: PaperRow, directory: string): Promise<Start> {
  const reading = { tokenizer: byteTokenizer, length: SMALL_LENGTH };
  const found = await rowData(task, directory, reading);
  const { classes } = found;
  if (task === "cifar100") {
    const size = { layers: 1, heads: 2, width: 16, side: 32, patch: 8, channels: 3 };
    return { model: vitModel({ ...size, classes }), found, reading };
  }
  const model =
    found.tested.length > 0 ? byteGpt({ length: SMALL_LENGTH }) : byteBert({ classes, length: SMALL_LENGTH });
  return { model, found, reading };
}

async function fullStart(row: PaperRow, { data, checkpoint, seed }: ExperimentOptions): Promise<Start> {
  if (checkpoint === undefined) throw missingCheckpoint(row);
  if (row.model === "gpt2-large" || row.task === "cifar100") throw noRoom(row);
  const tokenizer = await loadTokenizer({ directory: checkpoint });
  const reading = { tokenizer, length: row.tokens };
  const found = await rowData(row.task, data!, reading);
  const architecture = configuredArchitecture({
    model: row.model as PublicModelName,
    // DART is written as E2E is.
    task: (row.task === "dart" ? "e2e" : row.task) as TaskName,
    ...{ sequenceLength: row.tokens, vocabulary: tokenizer.vocabulary },
  })!;
  const reader = await openSafetensors(join(checkpoint, "model.safetensors"));
  try {
    const newHead = found.tested.length > 0 ? {} : { newHead: seededSource(seed).fork(9) };
    const { weights } = await weightsFromCheckpoint(architecture, reader, newHead);
    return { model: architectureModel(architecture), found, reading, weights };
  } finally {
    await reader.close();
  }
}
