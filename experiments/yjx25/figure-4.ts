import {
  calibrateWeightShuffle,
  type WeightShuffleCalibration,
} from "../../src/accounting/theorems/weight-shuffle-calibration.js";
import type { Experiment, ResultTable } from "../experiment.js";
import {
  BATCH_CLIP_RATIO,
  BATCH_SIZE,
  PUBLISHED_RUNS,
  samplingRateOf,
  stepsOf,
} from "./_internal/published-runs.js";

const EPSILONS = [0.25, 0.5, 1, 2, 4];
const DIMENSIONS = [1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];

/** YJX25 Figure 4: the published noise by the number of weights, which the true noise does not depend on. */
export const yjx25Figure4: Experiment = {
  scale: `The paper's heat map as lines. The run is the paper's ViT on CIFAR-100 with other numbers of weights; batch size ${BATCH_SIZE}, as of its audit, and c' = ${BATCH_CLIP_RATIO} c, which it leaves open.`,
  run: async ({ quick }) => {
    const run = PUBLISHED_RUNS[0]!;
    const samplingRate = samplingRateOf(run);
    const steps = stepsOf(run);
    const dimensions = quick ? DIMENSIONS.filter((_, i) => i % 3 === 0) : DIMENSIONS;
    const budget = { delta: run.delta, samplingRate, steps, batchClipRatio: BATCH_CLIP_RATIO };
    const rows = EPSILONS.map((epsilon) => ({
      epsilon,
      runs: dimensions.map((dimension) => calibrateWeightShuffle({ ...budget, epsilon, dimension })),
    }));
    return {
      tables: tablesOf(rows, dimensions),
      figure: {
        title: "Noise by the number of weights (YJX25, Figure 4)",
        subtitle: `${BATCH_SIZE} of 50,000 a step, ${steps} steps, delta 5e-6`,
        xTitle: "weights that are permuted",
        yTitle: "noise multiplier",
        xScale: "log",
        yScale: "log",
        series: rows.map(({ epsilon, runs }) => ({
          name: `Theorem 6, epsilon ${epsilon} (refuted)`,
          stroke: "dotted",
          points: runs.map((one, i) => ({ x: dimensions[i]!, y: noiseOf(one) })),
        })),
      },
      notes: [
        "Where the noise falls with the number of weights, the guarantee falls with it: the second table is what it keeps, whatever is permuted.",
      ],
    };
  },
};

/** Calibrations at one epsilon, by the number of weights. */
interface Row {
  readonly epsilon: number;
  readonly runs: readonly WeightShuffleCalibration[];
}

function noiseOf({ publishedNoiseMultiplier, plainNoiseMultiplier }: WeightShuffleCalibration): number {
  return Math.min(publishedNoiseMultiplier, plainNoiseMultiplier);
}

function tablesOf(rows: readonly Row[], dimensions: readonly number[]): ResultTable[] {
  const byDimension = dimensions.map((d) => `d = ${d.toExponential()}`);
  return [
    {
      title: "Noise multipliers that Algorithm 1 takes (refuted where it permutes)",
      columns: ["epsilon", { title: "plain, d = 1 (proven)", rounded: "up" }, ...byDimension],
      rows: rows.map(({ epsilon, runs }) => [epsilon, runs[0]!.plainNoiseMultiplier, ...runs.map(noiseOf)]),
    },
    {
      title: "True delta of one step at its share of epsilon, for a change along (1, ..., 1) (proven)",
      columns: [
        "epsilon",
        "what a step may spend",
        ...byDimension.map((title) => ({ title, rounded: "down" as const })),
      ],
      rows: rows.map(({ epsilon, runs }) => [
        epsilon,
        runs[0]!.step.delta,
        ...runs.map(({ equalEntryDelta }) => equalEntryDelta),
      ]),
    },
  ];
}
