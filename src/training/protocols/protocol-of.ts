import type { CldpTrainConfig, NonprivateTrainConfig, PrivateTrainConfig } from "../train-config.js";
import { central } from "./central.js";
import { checkIn } from "./check-in.js";
import { cldp } from "./cldp.js";
import { nonprivate } from "./nonprivate.js";
import type { Protocol } from "./protocol.js";

/** A configuration that says how much noise there is, not only how little epsilon there may be. */
export type SettledConfig =
  | NonprivateTrainConfig
  | CldpTrainConfig
  | (PrivateTrainConfig & { readonly noiseToClip: number });

/** The protocol that a configuration names, over `examples` training examples. */
export function protocolOf(config: SettledConfig, examples: number): Protocol {
  if (config.protocol === "nonprivate") return nonprivate({ examples, batchSize: config.batchSize });
  if (config.protocol === "cldp") {
    const { sampled, randomizer: kind, localEpsilon: epsilon, clipBound: bound } = config;
    return cldp({ users: examples, sampled, randomizer: { kind, epsilon, bound } });
  }
  const { clipBound, sampleRate } = config;
  const stdDev = config.noiseToClip * clipBound;
  return config.protocol === "central"
    ? central({ examples, rate: sampleRate, clipBound, sumStdDev: stdDev })
    : checkIn({ users: examples, checkInRate: sampleRate, clipBound, reportStdDev: stdDev });
}
