import type { TrainConfig } from "./train-config.js";

/** Rounds after which every one of the training examples has been used once, on average. */
export function roundsPerEpoch(config: TrainConfig, examples: number): number {
  switch (config.protocol) {
    case "check-in":
    case "central":
      return 1 / config.sampleRate;
    case "subsampled-shuffle":
    case "cldp":
      return examples / config.sampled;
    case "random-allocation":
      return config.roundsPerEpoch;
    case "nonprivate":
      return examples / config.batchSize;
  }
}
