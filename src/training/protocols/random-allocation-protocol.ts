import type { MechanismEvent } from "../../privacy/mechanism-event.js";
import type { RandomSource } from "../../random/random-source.js";
import { sampleInteger } from "../../random/sample-integer.js";
import { checkNumber, checkOptions, RANGES } from "../../validate.js";
import { divided } from "./_internal/mean-of.js";
import { noisySum } from "./_internal/noisy-sum.js";
import { sumClip } from "./_internal/sum-clip.js";
import type { Protocol } from "./protocol.js";

/** Allocation, clipping and noise of DP-SGD by random allocation. */
export interface RandomAllocationOptions {
  readonly examples: number;
  /** t, rounds of an epoch. */
  readonly roundsPerEpoch: number;
  /** C, l2 bound of every example's gradient. */
  readonly clipBound: number;
  /** Standard deviation of the noise on every entry of a round's sum. */
  readonly sumStdDev: number;
}

/**
 * Central DP-SGD by random allocation ("balls and bins"): at the start of an epoch a trusted server puts each
 * example into one of t batches, uniformly and by itself; a round sums its batch's clipped gradients and adds
 * one Gaussian vector.
 *
 * Every example is used exactly once an epoch. An epoch is one event and is charged as a whole from its first
 * round on; what the allocation was stays inside, as do the batches' sizes: sums are divided by the expected
 * batch n / t.
 *
 * @throws DpError OUT_OF_RANGE an option is NaN or outside its range
 * @see Feldman, Shenfeld, "Privacy amplification by random allocation", 2025, arXiv:2502.08202
 * @see Chua et al., "Balls-and-Bins Sampling for DP-SGD", AISTATS 2025, arXiv:2412.16802
 */
export function randomAllocationProtocol(options: RandomAllocationOptions): Protocol {
  checkOptions("randomAllocationProtocol", options);
  const examples = checkNumber(
    "randomAllocationProtocol: examples",
    options.examples,
    RANGES.positiveInteger,
  );
  const steps = checkNumber("randomAllocationProtocol: roundsPerEpoch", options.roundsPerEpoch, {
    ...RANGES.positiveInteger,
    max: examples,
  });
  const clipBound = checkNumber("randomAllocationProtocol: clipBound", options.clipBound, RANGES.positive);
  const sumStdDev = checkNumber("randomAllocationProtocol: sumStdDev", options.sumStdDev, RANGES.positive);
  const expectedBatch = examples / steps;
  return {
    clip: sumClip(clipBound),
    expectedBatch,
    roundsPerEvent: steps,
    describeEvent: (): MechanismEvent => ({
      kind: "randomAllocation",
      steps,
      of: { kind: "gaussian", noiseToClip: sumStdDev / clipBound },
    }),
    sampleBatches: (source: RandomSource) => allocate(source, examples, steps),
    releaseMean: (sum, _participants, source) => divided(noisySum(sum, sumStdDev, source), expectedBatch),
  };
}

function allocate(source: RandomSource, examples: number, steps: number): Uint32Array[] {
  const batches = Array.from({ length: steps }, (): number[] => []);
  for (let example = 0; example < examples; example++) batches[sampleInteger(source, steps)]!.push(example);
  return batches.map((batch) => Uint32Array.from(batch));
}
