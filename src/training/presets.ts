import type { TrainConfig } from "./train-config.js";

export type PresetName = "mnist-check-in" | "mnist-central" | "mnist-nonprivate";

/** Settings that are known to work on MNIST. */
export const PRESETS: Readonly<Record<PresetName, TrainConfig>> = {
  "mnist-check-in": {
    protocol: "check-in",
    model: "mnist-cnn",
    rounds: 300,
    sampleRate: 0.25,
    clipBound: 1,
    noiseToClip: 1.4,
    adjacency: "replace-one",
    delta: 1e-5,
    learningRate: 1.2,
    learningRateSchedule: "linear",
    layerSteps: "equal-noise",
    momentum: 0,
    weightDecay: 0.004,
    averageDecay: 0.9,
    evaluateEvery: 15,
  },
  "mnist-central": {
    protocol: "central",
    model: "mnist-cnn",
    rounds: 400,
    sampleRate: 0.05,
    clipBound: 1,
    noiseToClip: 11.65,
    adjacency: "replace-one",
    delta: 1e-5,
    learningRate: 3,
    learningRateSchedule: "linear",
    layerSteps: "equal",
    momentum: 0,
    weightDecay: 0.001,
    averageDecay: 0.95,
    evaluateEvery: 20,
  },
  "mnist-nonprivate": {
    protocol: "nonprivate",
    model: "mnist-cnn",
    rounds: 3000,
    batchSize: 128,
    learningRate: 0.05,
    learningRateSchedule: "cosine",
    layerSteps: "equal",
    momentum: 0.9,
    weightDecay: 0,
    averageDecay: 0.99,
    evaluateEvery: 150,
  },
};
