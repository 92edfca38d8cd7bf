import { secureSource, seededSource } from "../../src/random/index.js";
import { type GradientEngine, openGradientEngine } from "../../src/training/gradients/gradient-engine.js";
import { trainRounds } from "../../src/training/loop/train-rounds.js";
import { startingState } from "../../src/training/loop/training-state.js";
import { initialWeights } from "../../src/training/models/initial-weights.js";
import { modelOf } from "../../src/training/models/model-name.js";
import { permuteWeights } from "../../src/training/models/permutations/permute-weights.js";
import { samplePermutations } from "../../src/training/models/permutations/sample-permutations.js";
import { layerStepFactors } from "../../src/training/optimizers/layer-step-factors.js";
import { protocolOf, type SettledConfig } from "../../src/training/options/protocol-of.js";
import { loadDigits } from "../_internal/digits.js";
import type { Experiment, ExperimentResult } from "../experiment.js";

const PRINTED = [
  ["ViT, CIFAR-100", 145, 162],
  ["BERT, QNLI", 1708, 1733],
  ["RoBERTa, QNLI", 1785, 1811],
  ["GPT-2, E2E", 1801, 1813],
  ["GPT-2-large, E2E", 2605, 2669],
] as const;
const MODEL = modelOf("mnist-cnn");
const BATCH_SIZE = 1000;
/** Epochs of each kind, taken in turn, of which the fastest counts. */
const TURNS = 3;

/** YJX25 Table VIII: what the permutations add to an epoch. */
export const yjx25Table8: Experiment = {
  scale: `GDD21's network (13,706 weights) on MNIST in batches of ${BATCH_SIZE}, Adam, whose moments are permuted too; on this machine's processor.`,
  run: async ({ quick, onProgress }) => {
    const examples = quick ? 2000 : 60_000;
    const turns = quick ? 1 : TURNS;
    const data = await loadDigits(examples, 100);
    const engine = await openGradientEngine({ ...data, model: MODEL, threads: 1 });
    try {
      let plain = Infinity;
      let permuted = Infinity;
      for (let turn = 0; turn < turns; turn++) {
        onProgress(`an epoch without permutations and one with, ${turn + 1} of ${turns}`);
        plain = Math.min(plain, await epochTime("central", engine, examples));
        permuted = Math.min(permuted, await epochTime("weight-shuffle", engine, examples));
      }
      return resultOf(plain, permuted, examples / BATCH_SIZE);
    } finally {
      await engine.close();
    }
  },
};

function resultOf(plain: number, permuted: number, rounds: number): ExperimentResult {
  const permutation = permutationTime();
  const more = (before: number, after: number) => 100 * (after / before - 1);
  return {
    tables: [
      {
        title: "Seconds of an epoch",
        columns: ["run", "plain", "permuted", "more, %"],
        rows: [
          ...PRINTED.map(([run, before, after]) => [
            `${run} (published)`,
            before,
            after,
            more(before, after),
          ]),
          ["mnist-cnn, MNIST (measured)", plain / 1000, permuted / 1000, more(plain, permuted)],
        ],
      },
      {
        title: "The permutations by themselves",
        columns: ["run", "milliseconds a step", "share of a plain step, %"],
        rows: [
          ["mnist-cnn: weights, two moments and average", permutation, (100 * permutation * rounds) / plain],
        ],
      },
    ],
    notes: ["Epochs differ by what else the machine does; the second table measures the permutations alone."],
  };
}

/** Milliseconds of all rounds of an epoch; one before them warms up. */
async function epochTime(
  protocol: "central" | "weight-shuffle",
  engine: GradientEngine,
  examples: number,
): Promise<number> {
  const rounds = examples / BATCH_SIZE + 1;
  const config = configOf(protocol, rounds, examples);
  let start = 0;
  let end = 0;
  await trainRounds({
    config,
    protocol: protocolOf(config, examples, MODEL),
    engine,
    stepFactors: layerStepFactors(MODEL, config.layerSteps),
    source: seededSource(1),
    from: startingState(initialWeights(MODEL, seededSource(1)), examples),
    lastRound: rounds,
    spentBy: async () => [],
    onRound: (round) => {
      end = performance.now();
      if (round === 1) start = end;
    },
  });
  return end - start;
}

function configOf(protocol: "central" | "weight-shuffle", rounds: number, examples: number): SettledConfig {
  const gaussian = { clipBound: 1, noiseToClip: 2, adjacency: "zero-out", delta: 1e-5 } as const;
  const learning = {
    rounds,
    learningRate: 0.001,
    learningRateSchedule: "constant",
    layerSteps: "equal",
    weightDecay: 0,
    averageDecay: 0,
    evaluateEvery: rounds,
    optimizer: "adam",
    adamBeta1: 0.9,
    adamBeta2: 0.999,
    adamEpsilon: 1e-8,
  } as const;
  const samplingRate = BATCH_SIZE / examples;
  return protocol === "central"
    ? { ...learning, ...gaussian, protocol, samplingRate }
    : { ...learning, ...gaussian, protocol, samplingRate, batchClipBound: BATCH_SIZE, calibration: "proven" };
}

/** Milliseconds to draw permutations and to move four vectors by them; the median of many. */
function permutationTime(): number {
  const vectors = [0, 1, 2, 3].map(() => initialWeights(MODEL, seededSource(1)));
  const times = Array.from({ length: 51 }, () => {
    const start = performance.now();
    const permutations = samplePermutations(MODEL, secureSource());
    for (const vector of vectors) permuteWeights(MODEL, permutations, vector);
    return performance.now() - start;
  });
  return times.toSorted((a, b) => a - b)[times.length >> 1]!;
}
