import { seededSource } from "../src/random/index.js";
import { type GradientEngine, PRESETS } from "../src/training/index.js";
import { trainRounds } from "../src/training/loop/train-rounds.js";
import { startingState } from "../src/training/loop/training-state.js";
import { initialWeights, modelOf } from "../src/training/models/index.js";
import { layerStepFactors } from "../src/training/optimizers/layer-step-factors.js";
import { protocolOf, type SettledConfig } from "../src/training/options/protocol-of.js";
import type { Contestant } from "./take-turns.js";

const ROUNDS = 4;

/** A training loop's preset, model and engine. */
export interface LoopOf {
  readonly preset: "mnist-check-in" | "mnist-cldp";
  readonly model: "mnist-cnn" | "mnist-hog";
  readonly engine: GradientEngine;
  readonly examples: number;
  /** Instead of the preset's. */
  readonly blocks?: number | undefined;
}

/** Some rounds of a training loop: sampling, gradients, noise, update and ledger. */
export function roundContestant(loop: LoopOf): Contestant {
  const { preset, model, engine, examples, blocks } = loop;
  const config = { ...PRESETS[preset], ...(blocks === undefined ? {} : { blocks }) } as SettledConfig;
  const { expectedBatch } = protocolOf(config, examples, modelOf(model));
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
    protocol: protocolOf(config, examples, model),
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
