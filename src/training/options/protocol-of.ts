import { dimensionOf, type Model } from "../models/model.js";
import { central } from "../protocols/central.js";
import { checkIn } from "../protocols/check-in.js";
import { cldp } from "../protocols/cldp.js";
import { nonprivate } from "../protocols/nonprivate.js";
import type { Protocol } from "../protocols/protocol.js";
import { randomAllocationProtocol } from "../protocols/random-allocation-protocol.js";
import type { BlockOptions } from "../protocols/shuffle-options.js";
import { subsampledShuffleProtocol } from "../protocols/subsampled-shuffle-protocol.js";
import { weightShuffleProtocol } from "../protocols/weight-shuffle-protocol.js";
import type { CldpRunConfig, GaussianRunConfig, NonprivateRunConfig } from "./run-config.js";

/**
 * A configuration that says how many rounds and how much noise there are, not only what to derive them from.
 */
export type SettledConfig = (NonprivateRunConfig | CldpRunConfig | NoisyRunConfig) & {
  readonly rounds: number;
};

/** A run with Gaussian noise whose noise is settled. */
export type NoisyRunConfig = GaussianRunConfig & { readonly noiseToClip: number };

/**
 * The protocol that a configuration names, over `examples` training examples.
 *
 * @param model what is trained: its number of weights sharpens what some protocols say of their reports, and
 *   weights shuffling permutes them
 */
export function protocolOf(config: SettledConfig, examples: number, model?: Model): Protocol {
  switch (config.protocol) {
    case "nonprivate":
      return nonprivate({ examples, batchSize: config.batchSize });
    case "cldp": {
      const { sampled, randomizer: kind, localEpsilon, clipBound, dummies, dummiesBy } = config;
      const randomizer = { kind, localEpsilon, clipBound };
      const dimension = model === undefined ? {} : { dimension: dimensionOf(model) };
      return cldp({ users: examples, sampled, randomizer, dummies, dummiesBy, ...dimension });
    }
    case "check-in": {
      const { samplingRate, clipBound, absentees } = config;
      const reportStdDev = stdDevOf(config);
      const options = { users: examples, samplingRate, clipBound, reportStdDev, absentees };
      return checkIn({ ...options, ...blocksOf(config) });
    }
    case "subsampled-shuffle": {
      const { sampled, clipBound } = config;
      const options = { users: examples, sampled, clipBound, reportStdDev: stdDevOf(config) };
      return subsampledShuffleProtocol({ ...options, ...blocksOf(config) });
    }
    case "central": {
      const { samplingRate, clipBound } = config;
      return central({ examples, samplingRate, clipBound, sumStdDev: stdDevOf(config) });
    }
    case "weight-shuffle": {
      const { samplingRate, clipBound, batchClipBound } = config;
      const sumStdDev = stdDevOf(config);
      return weightShuffleProtocol({
        examples,
        samplingRate,
        clipBound,
        batchClipBound,
        sumStdDev,
        model: model!,
      });
    }
    case "random-allocation": {
      const { roundsPerEpoch, clipBound } = config;
      return randomAllocationProtocol({ examples, roundsPerEpoch, clipBound, sumStdDev: stdDevOf(config) });
    }
  }
}

function blocksOf({ blocks, rotationSeed, dummies, dummiesBy }: BlockOptions): BlockOptions {
  return { blocks, rotationSeed, dummies, dummiesBy };
}

function stdDevOf({ noiseToClip, clipBound }: NoisyRunConfig): number {
  return noiseToClip * clipBound;
}
