import { calibrate } from "../../../src/accounting/calibrate.js";
import type { SettledConfig } from "../../../src/training/options/protocol-of.js";

/** Of the run with noise, as the paper takes it. */
export const EPSILON = 1;
const DELTA = 1e-5;

/** Steps along the gradient itself. */
export const PLAIN_SGD = { optimizer: "sgd", momentum: 0 } as const;

/** What the twin runs of a model have in common. */
export type TwinLearning = {
  readonly rounds: number;
  readonly examples: number;
  readonly batchSize: number;
  /** Of the run without noise and of the one with it. */
  readonly learningRates: readonly [number, number];
  /** Bounds a gradient's l2 norm in the run with noise. */
  readonly clipBound?: number;
} & (
  | typeof PLAIN_SGD
  | {
      readonly optimizer: "adam";
      readonly adamBeta1: number;
      readonly adamBeta2: number;
      readonly adamEpsilon: number;
    }
);

/** Without noise, and with the least noise that is proven to keep epsilon 1. */
export function twinConfigs(learning: TwinLearning): [SettledConfig, SettledConfig] {
  const { examples, batchSize, learningRates, clipBound = 1, ...own } = learning;
  const common = {
    ...own,
    evaluateEvery: own.rounds,
    learningRateSchedule: "constant",
    layerSteps: "equal",
    weightDecay: 0,
    averageDecay: 0,
  } as const;
  const samplingRate = batchSize / examples;
  const privacy = { adjacency: "zero-out", delta: DELTA } as const;
  const { value: noiseToClip } = calibrate(
    (noise) => ({
      kind: "repeat",
      times: own.rounds,
      of: { kind: "poissonSample", rate: samplingRate, of: { kind: "gaussian", noiseToClip: noise } },
    }),
    { ...privacy, parameter: "noiseToClip", targetEpsilon: EPSILON, precision: 1e-3 },
  );
  const [plain, noisy] = learningRates;
  return [
    { ...common, protocol: "nonprivate", batchSize, learningRate: plain },
    { ...common, ...privacy, protocol: "central", samplingRate, clipBound, noiseToClip, learningRate: noisy },
  ];
}
