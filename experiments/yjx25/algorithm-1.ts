import { guarantees } from "../../src/accounting/guarantees.js";
import { byteBert } from "../../src/training/models/byte-bert.js";
import { dimensionOf } from "../../src/training/models/model.js";
import { modelOf } from "../../src/training/models/model-name.js";
import { permutedWeights } from "../../src/training/models/permutations/permuted-weights.js";
import type { Experiment, ResultTable } from "../experiment.js";
import { calibrated } from "./_internal/calibrated-run.js";
import { composedReleases } from "./_internal/composed-releases.js";
import { PUBLISHED_RUNS, samplingRateOf, stepsOf } from "./_internal/published-runs.js";

const [VIT] = PUBLISHED_RUNS as [(typeof PUBLISHED_RUNS)[number]];
const STEPS = stepsOf(VIT);
const SAMPLING_RATE = samplingRateOf(VIT);
const EPSILONS = [0.25, 1];
/** Of ViT-B/16: its blocks, and the linear layers before and behind them. */
const PARTS = 14;

/** Noise multipliers of a step's releases, how many there are, and what a record can add to each. */
interface Reading {
  readonly name: string;
  /** Releases with the published noise, each clipped to c by itself. */
  readonly permuted: number;
  /** Releases with plain DP-SGD's. */
  readonly others: number;
  /** Whether c bounds a record's gradient over all releases together. */
  readonly isOneClip: boolean;
}

const READINGS: readonly Reading[] = [
  { name: "ours: one noise and one batch clip for all weights", permuted: 1, others: 0, isOneClip: true },
  { name: "as printed, a record clipped once over all weights", permuted: 1, others: 1, isOneClip: true },
  {
    name: `as printed, a record clipped in each of ${PARTS} layers and blocks and in the rest`,
    permuted: PARTS,
    others: 1,
    isOneClip: false,
  },
];

/** YJX25 Algorithm 1, lines 11 to 18, as printed: layers that are not permuted take other noise. */
export const yjx25Algorithm1: Experiment = {
  scale: `The paper's ViT on CIFAR-100, ${STEPS} steps, batch size 1,000 as of its audit (Section VI-F), c' = c. The paper does not say whether line 8 clips a record over all weights or layer by layer.`,
  run: async ({ onProgress }) => ({
    tables: [figuresTable(onProgress), weightsTable()],
    notes: [
      "As printed a step releases two noisy sums, of the permuted layers (sigma, line 13) and of the others (sigma_0, line 16), and lines 2 and 3 charge each as if it were alone. Together they cost what the last column says, by the paper's own composition (at 1.5 delta: two deltas of a step and the slack); where a record is clipped layer by layer there is a release for each layer.",
      "Nothing is gained by sigma_0: a record clipped once over all weights can have all of its gradient in the permuted ones, along (1, ..., 1), where sigma alone protects it. So the proven epsilon of both is the same, and the batch's clip changes neither: it is a projection.",
      "The ViT's weights are all permuted (Table I): the paper's own runs have no other layers.",
    ],
  }),
};

function figuresTable(onProgress: (words: string) => void): ResultTable {
  const rows = EPSILONS.flatMap((epsilon) =>
    READINGS.map((reading) => {
      onProgress(`epsilon ${epsilon}, ${reading.name}`);
      return [epsilon, reading.name, ...figuresOf(reading, epsilon)];
    }),
  );
  return {
    title: `A run of ${STEPS} steps, add-or-remove, delta ${VIT.delta}`,
    columns: [
      "claimed epsilon (refuted)",
      "reading",
      "noise multiplier, permuted",
      "noise multiplier, others",
      { title: "epsilon, at most (proven)", rounded: "up" },
      { title: "epsilon, at least (proven)", rounded: "down" },
      "epsilon of all releases by the paper's accountant (refuted)",
    ],
    rows,
  };
}

function figuresOf({ permuted, others, isOneClip }: Reading, epsilon: number): (number | null)[] {
  const { step, publishedNoiseMultiplier: sigma, plainNoiseMultiplier: sigma0 } = calibrated(VIT, epsilon);
  // In units of each noise a change is at most so long, over all releases; along (1, ..., 1) of each so long
  // at least.
  const longest = isOneClip ? 1 / sigma : Math.hypot(Math.sqrt(permuted) / sigma, 1 / sigma0);
  const equalEntries = Math.sqrt(permuted) / sigma;
  return [
    sigma,
    others === 0 ? sigma : sigma0,
    epsilonAtMost(1 / longest),
    epsilonAtLeast(1 / equalEntries),
    composedReleases(VIT, step, permuted + others),
  ];
}

function figuresAt(noiseMultiplier: number) {
  const of = {
    kind: "poissonSample",
    rate: SAMPLING_RATE,
    of: { kind: "gaussian", noiseMultiplier },
  } as const;
  const event = { kind: "repeat", times: STEPS, of } as const;
  return guarantees(event, { adjacency: "add-or-remove", delta: VIT.delta }).guarantees;
}

function epsilonAtMost(noiseMultiplier: number): number {
  return figuresAt(noiseMultiplier)[0]!.epsilon.upper;
}

function epsilonAtLeast(noiseMultiplier: number): number {
  const lowers = figuresAt(noiseMultiplier).filter(
    ({ side, status }) => side === "lower" && status === "proven",
  );
  return Math.max(0, ...lowers.map(({ epsilon }) => epsilon.lower));
}

/** What line 11 leaves to line 16. */
function weightsTable(): ResultTable {
  const models = [
    ["GDD21's network", modelOf("mnist-cnn")],
    ["a small ViT", modelOf("mnist-vit")],
    ["an encoder of bytes", byteBert({ classes: 2 })],
    ["a GPT of bytes", modelOf("byte-gpt")],
  ] as const;
  return {
    title: "Weights that no permutation moves, and that take sigma_0 as printed",
    columns: ["model", "weights", "of them not permuted"],
    rows: models.map(([name, model]) => {
      const weights = dimensionOf(model);
      return [name, weights.toLocaleString("en"), weights - permutedWeights(model).count];
    }),
  };
}
