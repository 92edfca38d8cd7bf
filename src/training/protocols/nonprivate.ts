import type { RandomSource } from "../../random/random-source.js";
import { sampleSubset } from "../../random/sample-subset.js";
import { checkNumber, checkOptions, RANGES } from "../../validate.js";
import { meanOf } from "./_internal/mean-of.js";
import type { Protocol } from "./protocol.js";

/** The batches of plain SGD. */
export interface NonprivateOptions {
  readonly examples: number;
  readonly batchSize: number;
}

/**
 * Plain minibatch SGD, the yardstick: batches of a fixed size, no clipping, no noise, no privacy guarantee.
 *
 * @throws DpError OUT_OF_RANGE an option is NaN or outside its range, or the batch is larger than the data
 *   set
 */
export function nonprivate(options: NonprivateOptions): Protocol {
  checkOptions("nonprivate", options);
  const examples = checkNumber("nonprivate: examples", options.examples, RANGES.positiveInteger);
  const batchSize = checkNumber("nonprivate: batchSize", options.batchSize, {
    ...RANGES.positiveInteger,
    max: examples,
  });
  return {
    clip: { norm: "none" },
    expectedBatch: batchSize,
    roundsPerEvent: 1,
    describeEvent: () => undefined,
    sampleBatches: (source: RandomSource) => [sampleSubset(source, examples, batchSize)],
    releaseMean: meanOf,
  };
}
