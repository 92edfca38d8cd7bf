import type { MechanismEvent } from "../../privacy/mechanism-event.js";
import type { RandomSource } from "../../random/random-source.js";
import { samplePoissonSubset } from "../../random/sample-poisson-subset.js";
import { checkNumber, checkOptions, RANGES } from "../../validate.js";
import { divided } from "./_internal/mean-of.js";
import { noisySum } from "./_internal/noisy-sum.js";
import { sumClip } from "./_internal/sum-clip.js";
import type { Protocol } from "./protocol.js";

/** Sampling, clipping and noise of central DP-SGD. */
export interface CentralOptions {
  readonly examples: number;
  /** q, probability with which each example joins a round. */
  readonly samplingRate: number;
  /** C, l2 bound of every example's gradient. */
  readonly clipBound: number;
  /** Standard deviation of the noise on every entry of a round's sum. */
  readonly sumStdDev: number;
}

/**
 * Central DP-SGD: a trusted server Poisson-samples a batch, sums the clipped gradients and adds one Gaussian
 * vector.
 *
 * The sum is divided by the expected batch q n: the true size depends on who is in the data and stays inside,
 * and an empty batch releases pure noise like any other.
 *
 * @throws DpError OUT_OF_RANGE an option is NaN or outside its range
 * @see Abadi et al., "Deep Learning with Differential Privacy", CCS 2016, Algorithm 1
 */
export function central(options: CentralOptions): Protocol {
  checkOptions("central", options);
  const examples = checkNumber("central: examples", options.examples, RANGES.positiveInteger);
  const samplingRate = checkNumber("central: samplingRate", options.samplingRate, RANGES.positiveProbability);
  const clipBound = checkNumber("central: clipBound", options.clipBound, RANGES.positive);
  const sumStdDev = checkNumber("central: sumStdDev", options.sumStdDev, RANGES.positive);
  const expectedBatch = examples * samplingRate;
  return {
    clip: sumClip(clipBound),
    expectedBatch,
    roundsPerEvent: 1,
    describeEvent: (): MechanismEvent => ({
      kind: "poissonSample",
      rate: samplingRate,
      of: { kind: "gaussian", noiseToClip: sumStdDev / clipBound },
    }),
    sampleBatches: (source: RandomSource) => [samplePoissonSubset(source, examples, samplingRate)],
    releaseMean: (sum, _participants, source) => divided(noisySum(sum, sumStdDev, source), expectedBatch),
  };
}
