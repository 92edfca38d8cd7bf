import type { TaskName } from "./tasks.js";

/** A task's data as their publisher has them. */
export interface TaskFiles {
  /** The files of a folder that a run reads. */
  readonly files: string;
  /** What they are called, and where they are published. */
  readonly publisher: string;
  /** Training examples, for estimates. */
  readonly examples: number;
}

/** Tasks whose data come with no package. */
export type FiledTask = Exclude<TaskName, "mnist" | "spam" | "text">;

/** Where the files of each are, and which. */
export const TASK_FILES: Readonly<Record<FiledTask, TaskFiles>> = {
  cifar10: {
    files: "data_batch_1.bin to data_batch_5.bin and test_batch.bin",
    publisher: "CIFAR-10's binary version, www.cs.toronto.edu/~kriz/cifar.html",
    examples: 50_000,
  },
  "sst-2": glue("SST-2", 67_349),
  cola: glue("CoLA", 8551),
  qqp: glue("QQP", 363_846),
  qnli: glue("QNLI", 104_743),
  mnli: glue("MNLI", 392_702, "dev_matched.tsv"),
  e2e: {
    files: "trainset.csv and testset_w_refs.csv",
    publisher: "the E2E challenge, github.com/tuetschek/e2e-dataset",
    examples: 42_061,
  },
};

function glue(name: string, examples: number, test = "dev.tsv"): TaskFiles {
  return { files: `train.tsv and ${test}`, publisher: `${name} of GLUE, gluebenchmark.com/tasks`, examples };
}
