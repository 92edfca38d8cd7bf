import type { NonprivateTrainConfig, PrivateTrainConfig } from "../train-config.js";
import { central } from "./central.js";
import { checkIn } from "./check-in.js";
import { nonprivate } from "./nonprivate.js";
import type { Protocol } from "./protocol.js";

/** A configuration that says how much noise there is, not only how little epsilon there may be. */
export type SettledConfig = NonprivateTrainConfig | (PrivateTrainConfig & { readonly noiseToClip: number });

/** The protocol that a configuration names, over `examples` training examples. */
export function protocolOf(config: SettledConfig, examples: number): Protocol {
  if (config.protocol === "nonprivate") return nonprivate({ examples, batchSize: config.batchSize });
  const { clipBound, sampleRate } = config;
  const stdDev = config.noiseToClip * clipBound;
  return config.protocol === "central"
    ? central({ examples, rate: sampleRate, clipBound, sumStdDev: stdDev })
    : checkIn({ users: examples, checkInRate: sampleRate, clipBound, reportStdDev: stdDev });
}
