import { gaussianDelta } from "../../src/accounting/theorems/gaussian.js";
import { weightShuffleDelta } from "../../src/accounting/theorems/weight-shuffle.js";
import { weightShuffleStepBudget } from "../../src/accounting/theorems/weight-shuffle-budget.js";
import type { Experiment, FigureData } from "../experiment.js";

const MODEL = { dimension: 85_800_000, batchClipRatio: 1 };
const RUN = { epsilon: 0.25, delta: 5e-6, samplingRate: 0.02, steps: 500 };
/** Dense where the claim falls off, sparse where the truth does. */
const NOISE_MULTIPLIERS = [
  ...Array.from({ length: 41 }, (_, index) => 0.2 + 0.00185 * index),
  ...Array.from({ length: 40 }, (_, index) => 0.28 * 1.15 ** index),
];

const TARGET_AT = [0.2, 0.5, 1, 2, 5, 10, 20, 50];
const MIN_SHOWN = 1e-9;

/**
 * What YJX25 assigns to a step by its noise, and what the step loses along the direction that no permutation
 * moves.
 */
export const yjx25Noise: Experiment = {
  scale:
    "The paper's ViT on CIFAR-100; batch size 1,000, as of its audit (Section VI-F), and c' = c, which it leaves open.",
  run: async () => {
    const step = weightShuffleStepBudget(RUN);
    const { epsilon } = step;
    const rows = TARGET_AT.map((noiseMultiplier) => [
      noiseMultiplier,
      weightShuffleDelta({ ...MODEL, epsilon, noiseMultiplier }),
      gaussianDelta({ epsilon, noiseMultiplier }),
    ]);
    return {
      tables: [
        {
          title: `Delta of one step at epsilon ${epsilon.toFixed(3)}; it may spend ${step.delta}`,
          columns: [
            "noise multiplier",
            "Theorem 6 (refuted)",
            { title: "true, change along (1, ..., 1) (proven)", rounded: "up" },
          ],
          rows,
        },
      ],
      figure: figureOf(step),
      notes: [
        "Where Theorem 6 is zero or negative, Gaussian noise would be (epsilon, 0)-DP, which it never is.",
      ],
    };
  },
};

function figureOf({ epsilon, delta }: ReturnType<typeof weightShuffleStepBudget>): FigureData {
  const line = (yOf: (noiseMultiplier: number) => number): { x: number; y: number }[] =>
    NOISE_MULTIPLIERS.map((noiseMultiplier) => ({ x: noiseMultiplier, y: yOf(noiseMultiplier) })).filter(
      ({ y }) => y >= MIN_SHOWN,
    );
  return {
    title: "Weights shuffling: a step's delta by its noise (YJX25)",
    subtitle: `85.8 million weights; a step's epsilon ${epsilon.toFixed(3)}, for 0.25 in 500 steps of 1,000 of 50,000`,
    xTitle: "noise multiplier",
    yTitle: "delta of one step, add-or-remove",
    xScale: "log",
    yScale: "log",
    series: [
      {
        name: "True, change along (1, …, 1) (proven)",
        stroke: "solid",
        points: line((noiseMultiplier) => gaussianDelta({ epsilon, noiseMultiplier })),
      },
      {
        name: "Theorem 6, negative beyond its end (refuted)",
        stroke: "dotted",
        points: line((noiseMultiplier) => weightShuffleDelta({ ...MODEL, epsilon, noiseMultiplier })),
      },
      { name: "What the step may spend", stroke: "marks", points: TARGET_AT.map((x) => ({ x, y: delta })) },
    ],
  };
}
