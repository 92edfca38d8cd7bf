import {
  calibrateWeightShuffle,
  type WeightShuffleCalibration,
} from "../../src/accounting/theorems/weight-shuffle-calibration.js";
import type { Experiment, FigureData } from "../experiment.js";

const RUN = { delta: 5e-6, samplingRate: 0.02, steps: 500, dimension: 85_800_000, batchClipRatio: 1 };
const EPSILONS = [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.8, 1, 1.5, 2, 3, 4, 6, 8];

/**
 * What YJX25's calibration claims for a step, and what the step loses along the direction that no permutation
 * moves.
 */
export const yjx25Budget: Experiment = {
  scale:
    "The paper's ViT on CIFAR-100; batch size 1,000, as of its audit (Section VI-F), and c' = c, which it leaves open.",
  run: async () => {
    const runs = EPSILONS.map((epsilon) => ({ epsilon, ...calibrateWeightShuffle({ ...RUN, epsilon }) }));
    return {
      tables: [
        {
          title: "Delta of one step at its share of epsilon",
          columns: [
            "claimed epsilon of all steps",
            "claimed (refuted)",
            { title: "true, change along (1, ..., 1) (proven)", rounded: "down" },
          ],
          rows: runs.map(({ epsilon, step, equalEntryDelta }) => [epsilon, step.delta, equalEntryDelta]),
        },
      ],
      figure: figureOf(runs),
      notes: [
        "A guarantee is an upper bound for every pair of data sets; this pair exceeds the claimed one.",
      ],
    };
  },
};

type Run = WeightShuffleCalibration & { readonly epsilon: number };

function figureOf(runs: readonly Run[]): FigureData {
  const line = (yOf: (run: Run) => number): { x: number; y: number }[] =>
    runs.map((run) => ({ x: run.epsilon, y: yOf(run) }));
  return {
    title: "Weights shuffling: claimed against true delta of one step (YJX25)",
    subtitle: "85.8 million weights, batches of 1,000 of 50,000, 500 steps, total delta 5e-6",
    xTitle: "claimed epsilon of all steps",
    yTitle: "delta of one step at its share of epsilon",
    xScale: "log",
    yScale: "log",
    series: [
      {
        name: "True, change along (1, …, 1), noise as published (proven)",
        stroke: "solid",
        points: line((run) => run.equalEntryDelta),
      },
      {
        name: "Claimed by Theorem 6 (yjx25-published, refuted)",
        stroke: "dotted",
        points: line((run) => run.step.delta),
      },
    ],
  };
}
