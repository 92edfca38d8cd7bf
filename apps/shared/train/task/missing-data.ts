import { DpError } from "../../../../src/errors.js";
import { configuredModel, taskOf } from "../../../../src/training/config/configured-model.js";
import { type FiledTask, TASK_FILES } from "../../../../src/training/config/task-files.js";
import type { TrainConfig } from "../../../../src/training/config/train-config.js";
import { kindOf } from "../../../../src/training/layers/registry.js";
import { dimensionOf, type Model } from "../../../../src/training/models/model.js";
import { placedLayers } from "../../../../src/training/models/placed-layers.js";
import { roundsPerEpoch } from "../../../../src/training/options/rounds-per-epoch.js";
import { runRounds } from "../../../../src/training/options/run-rounds.js";
import { formatSeconds } from "../../words/format-seconds.js";
import { groupDigits } from "../../words/group-digits.js";

/** Of two threads' kernels, as the estimate takes it. */
const FLOPS = 1e10;

/** The refusal of a run without its data: which files, where they are published, what it would train. */
export function missingData(config: TrainConfig): DpError {
  const task = taskOf(config) as FiledTask;
  const { files, publisher } = TASK_FILES[task];
  const wanted = `a folder with ${files} (${publisher})`;
  return new DpError(
    "DATA_UNREADABLE",
    `${task} needs data that do not come with croupier: --data must be ${wanted}. It would train ${planOf(config, task)}`,
    { parameter: "--data", value: undefined, allowed: wanted },
  );
}

function planOf(config: TrainConfig, task: FiledTask): string {
  const { examples } = TASK_FILES[task];
  const model = configuredModel(config);
  const rounds = runRounds(config, examples);
  const batch = examples / roundsPerEpoch(config, examples);
  const seconds = (6 * multiplications(model) * batch * rounds) / FLOPS;
  return `${config.model} (${groupDigits(dimensionOf(model))} weights), ${groupDigits(rounds)} rounds of some ${groupDigits(Math.round(batch))} examples, ${formatSeconds(Math.max(1, seconds))} by estimate (two threads, ${FLOPS / 1e9} GFLOP/s)`;
}

/** Of one example's way through a model: each weight at each place that it is used at. */
function multiplications(model: Model): number {
  return placedLayers(model).reduce((total, { layer, input, start, end }) => {
    const { height, width } = kindOf(layer).shape(layer, input);
    return total + (end - start) * height * width;
  }, 0);
}
