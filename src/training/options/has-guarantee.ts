import { protocolKindOf } from "./kinds/protocol-kind-of.js";
import type { NonprivateRunConfig, RunConfig } from "./run-config.js";

/** Whether a run has noise, and so an event, an adjacency and a delta. */
export function hasGuarantee<Config extends RunConfig>(
  config: Config,
): config is Exclude<Config, NonprivateRunConfig> {
  return protocolKindOf(config).noiseBy !== "nobody";
}
