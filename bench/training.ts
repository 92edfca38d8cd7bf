import { seededSource } from "../src/random/index.js";
import { referenceClippedSum } from "../src/training/gradients/reference-clipped-sum.js";
import {
  type GradientEngine,
  loadMnist,
  openGradientEngine,
  orientedGradients,
  PRESETS,
} from "../src/training/index.js";
import { trainRounds } from "../src/training/loop/train-rounds.js";
import { startingState } from "../src/training/loop/training-state.js";
import { initialWeights, modelOf } from "../src/training/models/index.js";
import { layerStepFactors } from "../src/training/optimizers/layer-step-factors.js";
import { protocolOf, type SettledConfig } from "../src/training/options/protocol-of.js";
import { type Contestant, type Rate, takeTurns } from "./take-turns.js";

const PLAIN = 100;
const ROUNDS = 4;

/**
 * Examples per second through the whole training loop (sampling, gradients, clipping or reports, noise,
 * update, ledger) on one and two threads, beside the plain twin's clipped gradients alone: a convolutional
 * model, and the linear one of `npm start`, whole and in 16 blocks. Evaluations and accounting are not in it.
 */
export async function benchTraining(): Promise<Rate[]> {
  const data = await loadMnist();
  const { train } = data;
  const model = modelOf("mnist-cnn");
  const weights = initialWeights(model, seededSource(1));
  const indices = Uint32Array.from({ length: PLAIN }, (_, i) => i);
  const histograms = { train: orientedGradients(train), test: orientedGradients(data.test) };
  const engines = await Promise.all([1, 2].map((threads) => openGradientEngine({ ...data, model, threads })));
  const linear = await Promise.all(
    [1, 2].map((threads) => openGradientEngine({ ...histograms, model: "mnist-hog", threads })),
  );
  const loop =
    (preset: LoopOf["preset"], name: LoopOf["model"], blocks?: number) => (engine: GradientEngine) =>
      contestant({ preset, model: name, engine, examples: train.count, blocks });
  const rates = await takeTurns([
    {
      what: "plain TypeScript, clipped gradients alone",
      count: PLAIN,
      run: () => void referenceClippedSum(model, weights, train, indices, { norm: "l2", bound: 1 }),
    },
    ...engines.map(loop("mnist-check-in", "mnist-cnn", 1)),
    ...engines.map(loop("mnist-check-in", "mnist-cnn", 16)),
    ...engines.map(loop("mnist-cldp", "mnist-cnn")),
    ...linear.map(loop("mnist-check-in", "mnist-hog", 1)),
    ...linear.map(loop("mnist-check-in", "mnist-hog", 16)),
  ]);
  for (const engine of [...engines, ...linear]) await engine.close();
  return rates;
}

interface LoopOf {
  readonly preset: "mnist-check-in" | "mnist-cldp";
  readonly model: "mnist-cnn" | "mnist-hog";
  readonly engine: GradientEngine;
  readonly examples: number;
  /** Instead of the preset's. */
  readonly blocks?: number | undefined;
}

function contestant(loop: LoopOf): Contestant {
  const { preset, model, engine, examples, blocks } = loop;
  const config = { ...PRESETS[preset], ...(blocks === undefined ? {} : { blocks }) } as SettledConfig;
  const { expectedBatch } = protocolOf(config, examples);
  const cut = blocks === undefined ? "" : `, blocks: ${blocks}`;
  return {
    what: `${preset}, ${model}${cut}, threads: ${engine.threads}`,
    count: ROUNDS * expectedBatch,
    run: () => roundsTime(config, loop),
  };
}

/** Milliseconds of all rounds but the first, which warms up. */
async function roundsTime(config: SettledConfig, { model: name, engine, examples }: LoopOf): Promise<number> {
  const model = modelOf(name);
  let start = 0;
  let end = 0;
  await trainRounds({
    config: { ...config, evaluateEvery: ROUNDS + 1 },
    protocol: protocolOf(config, examples),
    engine,
    stepFactors: layerStepFactors(model, config.layerSteps),
    source: seededSource(1),
    from: startingState(initialWeights(model, seededSource(1)), examples),
    lastRound: ROUNDS + 1,
    spentBy: async () => [],
    onRound(round) {
      end = performance.now();
      if (round === 1) start = end;
    },
  });
  return end - start;
}
