import { central } from "../protocols/central.js";
import { checkIn } from "../protocols/check-in.js";
import { cldp } from "../protocols/cldp.js";
import { nonprivate } from "../protocols/nonprivate.js";
import type { Protocol } from "../protocols/protocol.js";
import { randomAllocation } from "../protocols/random-allocation.js";
import { subsampledShuffle } from "../protocols/subsampled-shuffle.js";
import type { CldpTrainConfig, GaussianTrainConfig, NonprivateTrainConfig } from "./train-config.js";

/** A configuration that says how many rounds and how much noise there are, not only what to derive them from. */
export type SettledConfig = (NonprivateTrainConfig | CldpTrainConfig | NoisyTrainConfig) & {
  readonly rounds: number;
};

type NoisyTrainConfig = GaussianTrainConfig & { readonly noiseToClip: number };

/** The protocol that a configuration names, over `examples` training examples. */
export function protocolOf(config: SettledConfig, examples: number): Protocol {
  switch (config.protocol) {
    case "nonprivate":
      return nonprivate({ examples, batchSize: config.batchSize });
    case "cldp": {
      const { sampled, randomizer: kind, localEpsilon: epsilon, clipBound: bound } = config;
      return cldp({ users: examples, sampled, randomizer: { kind, epsilon, bound } });
    }
    default:
      return gaussianProtocol(config, examples);
  }
}

function gaussianProtocol(config: NoisyTrainConfig, examples: number): Protocol {
  const { clipBound, noiseToClip } = config;
  const stdDev = noiseToClip * clipBound;
  switch (config.protocol) {
    case "check-in":
      return checkIn({
        users: examples,
        checkInRate: config.sampleRate,
        clipBound,
        reportStdDev: stdDev,
      });
    case "subsampled-shuffle":
      return subsampledShuffle({
        users: examples,
        sampled: config.sampled,
        clipBound,
        reportStdDev: stdDev,
      });
    case "central":
      return central({ examples, rate: config.sampleRate, clipBound, sumStdDev: stdDev });
    case "random-allocation": {
      const { roundsPerEpoch } = config;
      return randomAllocation({ examples, roundsPerEpoch, clipBound, sumStdDev: stdDev });
    }
  }
}
