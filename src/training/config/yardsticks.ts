import { ADAM_SETTINGS } from "./_internal/adam-settings.js";
import type { PresetName } from "./presets.js";
import type { TrainConfig } from "./train-config.js";

/**
 * What presets become with `--protocol nonprivate`: the same model on the same data as well as it learns
 * without noise.
 */
export const YARDSTICKS: Readonly<Partial<Record<PresetName, TrainConfig>>> = {
  "mnist-vit": {
    protocol: "nonprivate",
    model: "mnist-vit",
    rounds: 3750,
    batchSize: 64,
    learningRate: 0.002,
    learningRateSchedule: "cosine",
    warmupRounds: 100,
    averageDecay: 0,
    evaluateEvery: 375,
    ...ADAM_SETTINGS,
  },
  "spam-bert": {
    protocol: "nonprivate",
    model: "byte-bert",
    rounds: 800,
    batchSize: 64,
    learningRate: 0.003,
    learningRateSchedule: "cosine",
    warmupRounds: 50,
    averageDecay: 0.98,
    evaluateEvery: 100,
    ...ADAM_SETTINGS,
  },
  "text-gpt": {
    protocol: "nonprivate",
    model: "byte-gpt",
    rounds: 1200,
    batchSize: 64,
    learningRate: 0.003,
    learningRateSchedule: "cosine",
    warmupRounds: 50,
    averageDecay: 0.98,
    evaluateEvery: 150,
    ...ADAM_SETTINGS,
  },
};
