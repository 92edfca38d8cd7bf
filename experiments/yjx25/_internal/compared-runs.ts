import { seededSource } from "../../../src/random/index.js";
import type { Dataset } from "../../../src/training/data/dataset.js";
import { type TrainingSetup, train } from "../../../src/training/index.js";
import type { PrivateTrainOutcome, TrainOptions, TrainOutcome } from "../../../src/training/loop/train.js";
import type { LearningOptions } from "../../../src/training/options/train-options.js";
import type { ExperimentOptions, ResultTable } from "../../experiment.js";
import { EPSILONS } from "./published-rows.js";

const PRIVACY = { adjacency: "zero-out", delta: 1e-5 } as const;

/** The published calibration by its c', in clip bounds: the paper does not say what it took. */
const BATCH_CLIPS = [1, 30, 300];

/** Nothing is clipped a second time. */
const WIDE_BATCH_CLIP = 3000;

/** One table's training, by every method. */
export interface ComparedRuns {
  readonly data: Pick<Dataset, "train" | "test">;
  readonly learning: LearningOptions;
  readonly samplingRate: number;
  /** What the runs without noise take in place of it. */
  readonly nonprivate: LearningOptions & { readonly batchSize: number };
  readonly pretrained?: TrainOptions["pretrained"];
  /** What a run is worth, a number for each of the table's own columns. */
  readonly measure: (outcome: TrainOutcome) => Promise<readonly number[]>;
  readonly columns: readonly string[];
  /** Of the quick form: whether it leaves all methods but one to the other tables. */
  readonly quickIsPlain?: true;
}

/** Trains plain and shuffled DP-SGD for each epsilon, and without noise: a row for each run. */
export async function compareRuns(runs: ComparedRuns, options: ExperimentOptions): Promise<ResultTable> {
  const { data, pretrained, measure, columns } = runs;
  const threads = options.quick ? 1 : 2;
  const rows: (string | number | null)[][] = [];
  for (const targetEpsilon of options.quick ? EPSILONS.slice(-1) : EPSILONS) {
    for (const [how, setup] of setupsFor(runs, targetEpsilon, options.quick)) {
      options.onProgress(`epsilon ${targetEpsilon}: ${how}`);
      const source = seededSource(options.seed);
      const outcome = await train({ ...setup, source, data, pretrained, threads });
      rows.push([how, targetEpsilon, ...(await measure(outcome)), ...figuresOf(outcome)]);
    }
  }
  options.onProgress("non-private");
  const { batchSize, ...learning } = runs.nonprivate;
  const protocol = { kind: "nonprivate", batchSize } as const;
  const source = seededSource(options.seed);
  const yardstick = await train({ ...learning, protocol, source, data, pretrained, threads });
  rows.push(["non-private", null, ...(await measure(yardstick)), null, null, null]);
  return {
    title: "Measured, zero-out, delta 1e-5",
    columns: [
      "method",
      "epsilon aimed at",
      ...columns,
      "noise multiplier",
      { title: "epsilon, at most (proven)", rounded: "up" },
      "epsilon as published (refuted)",
    ],
    rows,
  };
}

/** How to read the rows. */
export const NOTES: readonly string[] = [
  "Rows compare at equal proven epsilon, not at equal epsilon aimed at: the published one is no promise.",
  "Where the published calibration asks for as much noise as plain DP-SGD by the paper's loose composition, Algorithm 1 falls back to it, and the last column is empty.",
  "Proven figures of shuffled runs are those of the same noise without permutations: permuting is post-processing.",
];

type Private = Extract<TrainingSetup, { readonly privacy: object }>;

function setupsFor(
  { learning, samplingRate, quickIsPlain }: ComparedRuns,
  targetEpsilon: number,
  quick: boolean,
): [string, Private][] {
  const privacy = { ...PRIVACY, targetEpsilon };
  const sampled = { samplingRate, clipBound: 1 };
  const central = { ...sampled, kind: "central" } as const;
  const shuffled = { ...sampled, kind: "weight-shuffle" } as const;
  const setups: [string, Pick<Private, "protocol" | "privacy">][] = [
    ["plain DP-SGD, Renyi accounting", { protocol: central, privacy: { ...privacy, method: "rdp-poisson" } }],
    ["plain DP-SGD, our best", { protocol: central, privacy }],
    ["shuffled, proven calibration", { protocol: { ...shuffled, batchClipBound: WIDE_BATCH_CLIP }, privacy }],
    ...(quick ? BATCH_CLIPS.slice(0, 1) : BATCH_CLIPS).map(
      (batchClipBound): [string, Pick<Private, "protocol" | "privacy">] => [
        `shuffled as published, c' = ${batchClipBound} c`,
        { protocol: { ...shuffled, batchClipBound, calibration: "published" }, privacy },
      ],
    ),
  ];
  const kept = quick && quickIsPlain ? setups.slice(1, 2) : setups;
  return kept.map(([how, setup]) => [how, { ...learning, ...setup } as Private]);
}

function figuresOf({ config, spent }: PrivateTrainOutcome): (number | null)[] {
  const proven = spent.guarantees.find(({ side, status }) => side === "upper" && status === "proven");
  const refuted = spent.guarantees.find(({ status }) => status === "refuted");
  return [
    (config as { readonly noiseToClip: number }).noiseToClip,
    proven?.epsilon.upper ?? null,
    refuted?.epsilon.upper ?? null,
  ];
}
