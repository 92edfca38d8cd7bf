import { seededSource } from "../../src/random/index.js";
import type { TrainConfig } from "../../src/training/config/train-config.js";
import { trainOptionsOf } from "../../src/training/config/train-options-of.js";
import type { Dataset } from "../../src/training/data/dataset.js";
import { openGradientEngine } from "../../src/training/gradients/gradient-engine.js";
import { trainRounds } from "../../src/training/loop/train-rounds.js";
import { startingState, type TrainingRecord } from "../../src/training/loop/training-state.js";
import { initialWeights } from "../../src/training/models/initial-weights.js";
import { modelOf } from "../../src/training/models/model-name.js";
import { layerStepFactors } from "../../src/training/optimizers/layer-step-factors.js";
import { protocolOf } from "../../src/training/options/protocol-of.js";
import { readRunConfig } from "../../src/training/options/read-run-config.js";
import { settleConfig } from "../../src/training/options/settle-config.js";

/** Several runs of one configuration, as far as a round. */
export interface AccuracyRuns {
  /** Its schedules count to its own rounds. */
  readonly config: TrainConfig;
  readonly data: Pick<Dataset, "train" | "test">;
  readonly lastRound: number;
  /** Rounds from one evaluation to the next; there is one after the last round, too. */
  readonly evaluateEvery: number;
  readonly seeds: readonly number[];
  readonly onProgress: (words: string) => void;
}

/** What the runs came to after some rounds. */
export interface Accuracy {
  readonly round: number;
  /** Mean over the runs, percent of the test examples. */
  readonly mean: number;
  /** Of the runs, with one degree of freedom less than there are; null for a single run. */
  readonly deviation: number | null;
}

/** Trains with each seed; accounting is left to the caller, who asks once for all of them. */
export async function accuracyRuns(runs: AccuracyRuns): Promise<Accuracy[]> {
  const histories: (readonly TrainingRecord[])[] = [];
  for (const [i, seed] of runs.seeds.entries()) {
    histories.push(await historyOf(runs, seed, `run ${i + 1} of ${runs.seeds.length}`));
  }
  return histories[0]!.map(({ round }, i) => ({
    round,
    ...meanAndDeviation(histories.map((history) => 100 * history[i]!.accuracy)),
  }));
}

async function historyOf(
  { data, lastRound, onProgress, ...runs }: AccuracyRuns,
  seed: number,
  name: string,
): Promise<readonly TrainingRecord[]> {
  const options = trainOptionsOf({ ...runs.config, evaluateEvery: runs.evaluateEvery });
  const model = modelOf(options.model);
  const examples = data.train.count;
  const config = settleConfig(readRunConfig(options), examples, model);
  const engine = await openGradientEngine({ ...data, model, threads: 2 });
  const source = seededSource(seed);
  try {
    const { history } = await trainRounds({
      ...{ config, engine, lastRound },
      protocol: protocolOf(config, examples, model),
      stepFactors: layerStepFactors(model, config.layerSteps),
      source: source.fork(1),
      from: startingState(initialWeights(model, source.fork(0)), examples),
      spentBy: async () => [],
      onRound: (round) => onProgress(`${name}: round ${round} of ${lastRound}`),
    });
    return history;
  } finally {
    await engine.close();
  }
}

function meanAndDeviation(values: readonly number[]): Pick<Accuracy, "mean" | "deviation"> {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  if (values.length === 1) return { mean, deviation: null };
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / (values.length - 1)) };
}
