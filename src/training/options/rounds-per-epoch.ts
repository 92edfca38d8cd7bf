import type { RunConfig } from "./run-config.js";

/** Rounds after which every one of the training examples has been used once, on average. */
export function roundsPerEpoch(config: RunConfig, examples: number): number {
  switch (config.protocol) {
    case "check-in":
    case "central":
    case "weight-shuffle":
      return 1 / config.samplingRate;
    case "subsampled-shuffle":
    case "cldp":
      return examples / config.sampled;
    case "random-allocation":
      return config.roundsPerEpoch;
    case "nonprivate":
      return examples / config.batchSize;
  }
}
