import { checkOneOf, checkOptions } from "../../validate.js";
import { checkDirectory } from "../data/_internal/check-directory.js";
import { joinPath } from "../data/_internal/node-files.js";
import { unreadable } from "../data/_internal/unreadable.js";
import { readText } from "./_internal/read-text.js";
import type { LabelledTexts, TextDataset } from "./text-dataset.js";

/** The tasks of GLUE that {@link loadGlue} reads. */
export const GLUE_TASKS = ["sst-2", "cola", "qqp", "qnli", "mnli"] as const;

/** A task of GLUE, by name. */
export type GlueTask = (typeof GLUE_TASKS)[number];

/** Where the files are, and of which task. */
export interface GlueOptions {
  /** Holds `train.tsv` and `dev.tsv`, MNLI's `dev_matched.tsv`. */
  readonly directory: string;
  readonly task: GlueTask;
}

interface Task {
  /** The columns of the texts, and of the label, by their names in the first line. */
  readonly texts: readonly string[];
  readonly label: string;
  readonly classes: readonly string[];
  readonly test: string;
  /** The columns' names where the file has none. */
  readonly header?: readonly string[];
  /** Whether a row that ends early is left out: the published file has some. */
  readonly hasBrokenRows?: boolean;
}

const TASKS: Readonly<Record<GlueTask, Task>> = {
  "sst-2": { texts: ["sentence"], label: "label", classes: ["0", "1"], test: "dev.tsv" },
  cola: {
    texts: ["sentence"],
    label: "label",
    classes: ["0", "1"],
    test: "dev.tsv",
    header: ["source", "label", "judgement", "sentence"],
  },
  qqp: {
    texts: ["question1", "question2"],
    label: "is_duplicate",
    classes: ["0", "1"],
    test: "dev.tsv",
    hasBrokenRows: true,
  },
  qnli: {
    texts: ["question", "sentence"],
    label: "label",
    classes: ["entailment", "not_entailment"],
    test: "dev.tsv",
  },
  mnli: {
    texts: ["sentence1", "sentence2"],
    label: "gold_label",
    classes: ["entailment", "neutral", "contradiction"],
    test: "dev_matched.tsv",
  },
};

/**
 * Loads a classification task in the layout of GLUE: tab-separated columns without quotes, in UTF-8. Own
 * texts in SST-2's layout, two columns `sentence` and `label` (0 or 1), are read as that task.
 *
 * The test split is the published development split, whose labels are known. An example is one row: one text,
 * or one pair. Rows of QQP that end early are left out, as everywhere.
 *
 * @param options the directory and the task
 * @returns texts and labels; {@link textExamples} makes examples of them
 * @throws DpError DATA_UNREADABLE a file is missing or not UTF-8, a line is empty or has too few or too many
 *   columns, a text is empty, a label is missing or none of the task's, or all of the training split have the
 *   same; UNSUPPORTED in a web page; BAD_INPUT the directory is no path or the task is not known
 * @see Wang et al., "GLUE: A Multi-Task Benchmark and Analysis Platform for Natural Language Understanding",
 *   ICLR 2019
 */
export async function loadGlue(options: GlueOptions): Promise<TextDataset> {
  const directory = checkDirectory("loadGlue", options);
  const task = TASKS[checkOneOf("loadGlue: task", checkOptions("loadGlue", options).task, GLUE_TASKS)];
  const file = joinPath(directory, "train.tsv");
  const train = await loadSplit(file, task);
  if (new Set(train.labels).size < 2) {
    throw unreadable(
      file,
      `all rows have the label ${task.classes[train.labels[0]!]}`,
      "at least two classes",
    );
  }
  const test = await loadSplit(joinPath(directory, task.test), task);
  return { train, test, classes: task.classes, source: directory };
}

async function loadSplit(file: string, task: Task): Promise<LabelledTexts> {
  const lines = (await readText(file, "a table of tab-separated columns")).split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  const header = task.header ?? lines[0]?.split("\t") ?? [];
  const places = [...task.texts, task.label].map((column) => placeOf(column, header, file));
  const texts: (string | [string, string])[] = [];
  const labels: number[] = [];
  for (let i = task.header === undefined ? 1 : 0; i < lines.length; i++) {
    const cells = cellsOf(lines[i]!, header.length, `${file}: line ${i + 1}`, task.hasBrokenRows === true);
    if (cells === undefined) continue;
    const { read, label } = readRow(
      places.map((place) => cells[place]!),
      task,
      `${file}: line ${i + 1}`,
    );
    texts.push(read);
    labels.push(label);
  }
  if (texts.length === 0) throw unreadable(file, "has no rows", "at least one row below the columns' names");
  return { texts, labels: Uint32Array.from(labels) };
}

function placeOf(column: string, header: readonly string[], file: string): number {
  const place = header.indexOf(column);
  if (place >= 0) return place;
  throw unreadable(file, `its first line has no column ${column}`, "the columns of the task");
}

/** Undefined for a row to be left out. */
function cellsOf(line: string, columns: number, place: string, hasBrokenRows: boolean): string[] | undefined {
  const cells = line.split("\t");
  if (cells.length === columns) return cells;
  if (line !== "" && cells.length < columns && hasBrokenRows) return undefined;
  const problem = line === "" ? "is empty" : `has ${cells.length} columns`;
  throw unreadable(place, problem, `${columns} columns between tabs`);
}

function readRow(
  cells: readonly string[],
  { classes }: Task,
  place: string,
): { read: string | [string, string]; label: number } {
  const [first, second] = cells.slice(0, -1);
  if (first!.trim() === "" || second?.trim() === "") throw unreadable(place, "a text is empty", "a text");
  const label = classes.indexOf(cells.at(-1)!);
  if (label < 0)
    throw unreadable(place, `has the label ${JSON.stringify(cells.at(-1))}`, classes.join(" or "));
  return { read: second === undefined ? first! : [first!, second], label };
}
