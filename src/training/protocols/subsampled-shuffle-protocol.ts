import type { MechanismEvent } from "../../privacy/mechanism-event.js";
import { sampleSubset } from "../../random/sample-subset.js";
import { checkNumber, checkOptions, RANGES } from "../../validate.js";
import { blockClip, checkBlocks, eventFields } from "./_internal/check-blocks.js";
import { gaussianReports } from "./_internal/gaussian-reports.js";
import { divided } from "./_internal/mean-of.js";
import { noisySum } from "./_internal/noisy-sum.js";
import { samplingOf } from "./_internal/sampling-of.js";
import type { BlockOptions } from "./shuffle-options.js";
import type { ShuffledProtocol } from "./shuffled-protocol.js";

/** Sampling, clipping and noise of the subsampled shuffle. */
export interface SubsampledShuffleOptions extends BlockOptions {
  /** n, users; one example each. */
  readonly users: number;
  /** m, users drawn for a round, without replacement. */
  readonly sampled: number;
  /** C, l2 bound of every report's gradient. */
  readonly clipBound: number;
  /** s, standard deviation of the noise on every entry of one report. */
  readonly reportStdDev: number;
}

/**
 * Subsampled shuffle Gaussian: a round draws m of n users uniformly; each sends her clipped gradient plus
 * N(0, s^2 I); the shuffler permutes the m reports; the analyzer averages them.
 *
 * As in {@link checkIn}, the simulation draws the sum of the m noises, N(0, m s^2 I), as one vector: the
 * weights are of the very same law as from m reports, which `reports` makes, sends and adds up. D dummies
 * make it N(0, (m + D) s^2 I). Each block may have a sample of its own, of m users too.
 *
 * @throws DpError OUT_OF_RANGE an option is NaN or outside its range, or the blocks are no power of two;
 *   BAD_INPUT a word is unknown
 * @see docs/theorems/rotated-blocks.md, docs/theorems/dummies.md
 * @see Liew, Takahashi, "Shuffle Gaussian Mechanism for Differential Privacy", 2022, Theorem 2
 */
export function subsampledShuffleProtocol(options: SubsampledShuffleOptions): ShuffledProtocol<Int32Array> {
  checkOptions("subsampledShuffleProtocol", options);
  const users = checkNumber("subsampledShuffleProtocol: users", options.users, RANGES.positiveInteger);
  const sampled = checkNumber("subsampledShuffleProtocol: sampled", options.sampled, {
    ...RANGES.positiveInteger,
    max: users,
  });
  const clipBound = checkNumber("subsampledShuffleProtocol: clipBound", options.clipBound, RANGES.positive);
  const reportStdDev = checkNumber(
    "subsampledShuffleProtocol: reportStdDev",
    options.reportStdDev,
    RANGES.positive,
  );
  const checked = checkBlocks("subsampledShuffleProtocol", options);
  return {
    clip: blockClip(clipBound, checked),
    expectedBatch: sampled,
    roundsPerEvent: 1,
    describeEvent: (): MechanismEvent => ({
      kind: "subsampledShuffle",
      users,
      sampled,
      ...eventFields(checked),
      of: { kind: "gaussian", noiseToClip: reportStdDev / clipBound },
    }),
    ...samplingOf(checked, users, (source) => sampleSubset(source, users, sampled)),
    releaseMean: (sum, _participants, source) =>
      divided(noisySum(sum, Math.sqrt(sampled + checked.dummies) * reportStdDev, source), sampled),
    reports: (dimension) => gaussianReports({ dimension, clipBound, reportStdDev, joining: 1, ...checked }),
  };
}
