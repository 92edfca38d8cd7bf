import { DpError } from "../../../src/errors.js";
import { TASK_FILES, type TaskFiles } from "../../../src/training/config/task-files.js";
import { DART_FILES } from "./load-dart.js";
import type { PaperRow, RowTask } from "./paper-rows.js";
import { BATCH_SIZE } from "./published-runs.js";

type FilesAndPublisher = Pick<TaskFiles, "files" | "publisher">;

/** Where the files of each task are, and which. */
const DATA: Readonly<Record<RowTask, FilesAndPublisher>> = {
  ...TASK_FILES,
  dart: {
    files: `${DART_FILES.train} and ${DART_FILES.test}`,
    publisher: "DART 1.1.1, github.com/Yale-LILY/dart",
  },
  cifar100: {
    files: "train.bin and test.bin",
    publisher: "CIFAR-100's binary version, www.cs.toronto.edu/~kriz/cifar.html",
  },
};
const CHECKPOINTS: Readonly<Record<string, string>> = {
  "bert-base": "google-bert/bert-base-uncased",
  "roberta-base": "FacebookAI/roberta-base",
  gpt2: "openai-community/gpt2",
  "gpt2-large": "openai-community/gpt2-large",
  "vit-base": "google/vit-base-patch16-224",
};
/** Of two threads' kernels, as the estimate takes it. */
const FLOPS = 1e10;

/** Days that one run of the row takes here, by an estimate of six operations a weight and token. */
export function daysOf({ millions, tokens, examples, epochs }: PaperRow): number {
  return (6 * millions * 1e6 * tokens * examples * epochs) / FLOPS / 86_400;
}

/** What the row would run, and for how long. */
export function planOf(row: PaperRow): string {
  const steps = Math.round((row.epochs * row.examples) / BATCH_SIZE);
  const days = Math.ceil(daysOf(row)).toLocaleString("en-US");
  return `${row.runs} runs of ${row.model} (${row.millions} million weights), ${steps.toLocaleString("en-US")} steps of ${BATCH_SIZE.toLocaleString("en-US")} examples each, some ${days} days a run by estimate (two threads, ${FLOPS / 1e9} GFLOP/s)`;
}

/** The refusal of a row without its data: which files, where they are published, what would run. */
export function missingData(row: PaperRow): DpError {
  const { files, publisher } = DATA[row.task];
  const wanted = `a folder with ${files} (${publisher})`;
  return new DpError(
    "DATA_UNREADABLE",
    `${row.name}: --data must be ${wanted}; ${checkpointWords(row)}. It would train ${planOf(row)}; --quick --data DIR trains a small model on the data alone`,
    { parameter: "--data", value: undefined, allowed: wanted },
  );
}

/** The refusal of the long form without a checkpoint. */
export function missingCheckpoint(row: PaperRow): DpError {
  return new DpError(
    "DATA_UNREADABLE",
    `${row.name}: ${checkpointWords(row)}. It would train ${planOf(row)}; --quick trains a small model on the data alone`,
    {
      parameter: "--checkpoint",
      value: undefined,
      allowed: "a folder with model.safetensors and its tokenizer",
    },
  );
}

/** The refusal of models and pictures that this machinery has no room for. */
export function noRoom(row: PaperRow): DpError {
  const why =
    row.model === "vit-base"
      ? "its pictures of 224 x 224 would take 7.5 GB"
      : `${row.millions} million weights are more than the 2 GiB of a thread's kernels`;
  return new DpError(
    "NOT_APPLICABLE",
    `${row.name}: the long form cannot run here, ${why}; --quick trains a small model`,
    {
      parameter: "experiment",
      value: row.name,
      allowed: "--quick",
    },
  );
}

function checkpointWords({ model }: PaperRow): string {
  return `--checkpoint must be a folder with model.safetensors, tokenizer.json and tokenizer_config.json (huggingface.co/${CHECKPOINTS[model]})`;
}
