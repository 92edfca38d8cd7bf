import { protocolKindOf } from "./kinds/protocol-kind-of.js";
import type { RunConfig } from "./run-config.js";

/** Rounds after which every one of the training examples has been used once, on average. */
export function roundsPerEpoch(config: RunConfig, examples: number): number {
  return protocolKindOf(config).roundsPerEpoch(config, examples);
}
