import type { TrainConfig } from "./train-config.js";

export type PresetName =
  | "mnist-check-in"
  | "mnist-central"
  | "mnist-cldp-l2"
  | "mnist-cldp-linf"
  | "mnist-nonprivate";

/** Settings that are known to work on MNIST. */
export const PRESETS: Readonly<Record<PresetName, TrainConfig>> = {
  "mnist-check-in": {
    protocol: "check-in",
    model: "mnist-cnn",
    rounds: 300,
    sampleRate: 0.25,
    clipBound: 1,
    noiseToClip: 1.2,
    adjacency: "replace-one",
    delta: 1e-5,
    learningRate: 1.2,
    learningRateSchedule: "linear",
    layerSteps: "equal-noise",
    momentum: 0,
    weightDecay: 0.004,
    averageDecay: 0.9,
    evaluateEvery: 25,
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
  // GDD21's Fig. 5(b): 200 epochs of 30 rounds.
  "mnist-cldp-l2": {
    protocol: "cldp",
    model: "mnist-cnn",
    rounds: 6000,
    randomizer: "priv-unit",
    localEpsilon: 2,
    sampled: 2000,
    clipBound: 0.005,
    adjacency: "replace-one",
    delta: 1e-5,
    learningRate: 12,
    learningRateSchedule: "constant",
    learningRateSteps: [
      [900, 4],
      [1800, 3.5],
    ],
    layerSteps: "equal",
    momentum: 0,
    weightDecay: 0,
    averageDecay: 0.99,
    evaluateEvery: 150,
  },
  // GDD21's Fig. 5(a): 200 epochs of 6 rounds.
  "mnist-cldp-linf": {
    protocol: "cldp",
    model: "mnist-cnn",
    rounds: 1200,
    randomizer: "linf",
    localEpsilon: 1.5,
    sampled: 10_000,
    clipBound: 0.01,
    adjacency: "replace-one",
    delta: 1e-5,
    learningRate: 0.3,
    learningRateSchedule: "constant",
    learningRateSteps: [[420, 0.18]],
    layerSteps: "equal",
    momentum: 0,
    weightDecay: 0,
    averageDecay: 0.99,
    evaluateEvery: 30,
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
