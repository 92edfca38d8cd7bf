import type { PublicModelName } from "../../../src/training/config/public-models.js";
import type { GlueTask } from "../../../src/training/text/load-glue.js";
import type { PublishedLine } from "./published-rows.js";

/** What a row of Tables III to V trains on. */
export type RowTask = GlueTask | "e2e" | "dart" | "cifar100";

/** A row of YJX25's Tables II to V as the paper runs it: its model, its data, what it prints. */
export interface PaperRow {
  /** Of the command. */
  readonly name: string;
  readonly table: "Table II" | "Table III" | "Table IV" | "Table V";
  /** As the paper writes model and data. */
  readonly title: string;
  readonly model: PublicModelName | "gpt2-large";
  readonly task: RowTask;
  /** Of Table I. */
  readonly examples: number;
  readonly epochs: number;
  readonly learningRate: number;
  readonly clipBound: number;
  readonly delta: number;
  /** Weights, in millions. */
  readonly millions: number;
  /** Tokens of an example: the pictures' patches; for texts ours, as the paper prints none. */
  readonly tokens: number;
  /** Runs of the long form. */
  readonly runs: number;
  /** Of Tables III to V. */
  readonly printed: readonly PublishedLine[];
}

/** At each of three epsilons by six methods, and without noise. */
const COMPARED = 19;
/** Without noise and with it, permuted and not. */
const TWINS = 4;

type Glue = readonly [task: GlueTask, data: string, examples: number, epochs: number];

const GLUE: readonly Glue[] = [
  ["sst-2", "SST-2", 67_349, 3],
  ["qqp", "QQP", 363_846, 18],
  ["mnli", "MNLI", 392_702, 18],
  ["qnli", "QNLI", 108_000, 6],
];
const TEXTS = [
  ["e2e", "E2E", 42_043, 10, 0.002, 8e-6],
  ["dart", "DART", 60_591, 15, 5e-4, 1e-5],
] as const;

const TABLE_4: readonly PublishedLine[] = [
  ["BERT, SST-2", 92.32, 69.27, 64.56, 87.5, 86.58, 87.38, 88.42, 88.19, 86.93, 88.3],
  ["BERT, QQP", 90.49, 69.51, 69.73, 82.14, 80.85, 80.51, 82.25, 83.39, 82.07, 82.26],
  ["BERT, MNLI", 83.27, 55.65, 55.58, 73.04, 70.33, 70.12, 73.05, 73.52, 73.25, 73.07],
  ["BERT, QNLI", 89.51, 51.29, 59.69, 81.49, 81.03, 81.64, 82.04, 81.77, 81.82, 81.78],
  ["RoBERTa, SST-2", 94.95, 87.5, 87.62, 92.32, 90.82, 92.08, 91.63, 91.86, 91.62, 91.51],
  ["RoBERTa, QQP", 91.5, 68.19, 68.28, 83.59, 80.67, 80.51, 83.37, 83.39, 83.2, 83.35],
  ["RoBERTa, MNLI", 87.49, 55.11, 53.03, 79.29, 78.14, 78.01, 79.21, 79.78, 79.84, 79.38],
  ["RoBERTa, QNLI", 93.56, 73.86, 73.86, 85.67, 85.22, 85.92, 85.94, 85.59, 86.14, 85.76],
];
const TABLE_5: readonly PublishedLine[] = [
  ["GPT-2, DART, BLEU", 62, 1.91, 0.92, 38.73, 23.71, 33.51, 40.56, 40.94, 32.49, 42.68],
  ["GPT-2, DART, METEOR", 0.474, 0.005, 0.008, 0.333, 0.298, 0.318, 0.3612, 0.356, 0.341, 0.3859],
  ["GPT-2, E2E, BLEU", 66.75, 0.18, 0.01, 45.93, 35.8, 44.79, 49.77, 53.8, 46.29, 54.93],
  ["GPT-2, E2E, METEOR", 0.4537, ...[0.0201, 0.0108, 0.3119, 0.2877, 0.3091, 0.3286, 0.3328, 0.3174, 0.3436]],
  ["GPT-2-large, DART, BLEU", 66.28, 5.74, 4.73, 53.45, 47.28, 46.27, 54.77, 52.36, 52.63, 53.97],
  ["GPT-2-large, DART, METEOR", 0.521, ...[0.073, 0.045, 0.457, 0.423, 0.418, 0.4791, 0.449, 0.45, 0.4936]],
  ["GPT-2-large, E2E, BLEU", 68.8, 0.21, 0.09, 63.46, 30.97, 33.82, 64.51, 45.42, 45.55, 65.02],
  [
    "GPT-2-large, E2E, METEOR",
    0.4625,
    ...[0.0549, 0.0487, 0.3986, 0.241, 0.259, 0.4195, 0.318, 0.3231, 0.4276],
  ],
];

/** What Table IV prints, in its order. */
export const PRINTED_TABLE_4: readonly PublishedLine[] = TABLE_4;
/** What Table V prints, in its order. */
export const PRINTED_TABLE_5: readonly PublishedLine[] = TABLE_5;
/** What Table III prints. */
export const PRINTED_TABLE_3: PublishedLine = [
  "ViT, CIFAR-100",
  ...([89.68, 1.2, 1.26, 67.31, 72.99, 72.98, 75.17, 75.53, 75.55, 75.61] as const),
];

/** The rows, table by table. */
export const PAPER_ROWS: readonly PaperRow[] = [
  {
    name: "yjx25-table-3-vit-cifar100",
    ...{ table: "Table III", title: "ViT, CIFAR-100", model: "vit-base", task: "cifar100" },
    ...{ examples: 50_000, epochs: 10, learningRate: 0.002, clipBound: 1, delta: 5e-6, millions: 85.8 },
    ...{ tokens: 197, runs: COMPARED, printed: [PRINTED_TABLE_3] },
  },
  ...(["BERT", "RoBERTa"] as const).flatMap((encoder) =>
    GLUE.map(
      ([task, data, examples, epochs]): PaperRow => ({
        name: `yjx25-table-4-${encoder.toLowerCase()}-${task}`,
        ...{ table: "Table IV", title: `${encoder}, ${data}`, task, examples, epochs },
        model: encoder === "BERT" ? "bert-base" : "roberta-base",
        ...{ learningRate: 5e-4, clipBound: 0.1, delta: 1 / (2 * examples), tokens: 128, runs: COMPARED },
        millions: encoder === "BERT" ? 110 : 125,
        printed: printedOf(TABLE_4, `${encoder}, ${data}`),
      }),
    ),
  ),
  ...(["GPT-2", "GPT-2-large"] as const).flatMap((decoder) =>
    TEXTS.map(
      ([task, data, examples, epochs, learningRate, delta]): PaperRow => ({
        name: `yjx25-table-5-${decoder.toLowerCase().replace("gpt-2", "gpt2")}-${task}`,
        ...{ table: "Table V", title: `${decoder}, ${data}`, task, examples, epochs, learningRate, delta },
        model: decoder === "GPT-2" ? "gpt2" : "gpt2-large",
        ...{ clipBound: 0.1, tokens: 128, runs: COMPARED, millions: decoder === "GPT-2" ? 124 : 838 },
        printed: printedOf(TABLE_5, `${decoder}, ${data}`),
      }),
    ),
  ),
];

/** The rows of Table II: two of the others' runs, trained with weights permuted and without. */
export const TWIN_ROWS: readonly PaperRow[] = ["vit-cifar100", "bert-sst-2"].map((ending) => ({
  ...PAPER_ROWS.find(({ name }) => name.endsWith(`-${ending}`))!,
  ...{ name: `yjx25-table-2-${ending}`, table: "Table II", runs: TWINS, printed: [] },
}));

/** The lines of a table whose names begin so. */
function printedOf(lines: readonly PublishedLine[], name: string): PublishedLine[] {
  return lines.filter(([each]) => each === name || each.startsWith(`${name},`));
}
