import type { MechanismEvent } from "../../privacy/mechanism-event.js";
import type { RandomSource } from "../../random/random-source.js";
import { sampleSubset } from "../../random/sample-subset.js";
import { checkNumber, checkOptions, RANGES } from "../../validate.js";
import { clipNormOf } from "../gradients/clip-norm-of.js";
import { checkRandomizer, type GradientRandomizer } from "../gradients/gradient-randomizer.js";
import { mechanismOf } from "../gradients/mechanism-of.js";
import { checkDummies, eventFields } from "./_internal/check-blocks.js";
import { dummySum } from "./_internal/dummy-sum.js";
import { meanOf } from "./_internal/mean-of.js";
import { randomizedReports } from "./_internal/randomized-reports.js";
import type { DummyOptions } from "./shuffle-options.js";
import type { ShuffledProtocol } from "./shuffled-protocol.js";

/** Sampling and randomizer of CLDP-SGD. */
export interface CldpOptions extends DummyOptions {
  /** n, users; one example each. */
  readonly users: number;
  /** k, users drawn for a round, without replacement. */
  readonly sampled: number;
  /** What each of them sends. */
  readonly randomizer: GradientRandomizer;
  /** Entries of a gradient; left out, the event says of the reports no more than their epsilon. */
  readonly dimension?: number;
}

/**
 * CLDP-SGD: a round draws k of n users uniformly; each clips her gradient and randomizes it by herself; the
 * shuffler permutes the reports; the analyzer steps along their mean.
 *
 * Every report is drawn on its own, as a user's device would; `reports` is for devices themselves. The order
 * of the reports leaves their mean alone, so the simulation need not permute them. The event does not depend
 * on the adjacency. Dummies are reports about zeros.
 *
 * @throws DpError BAD_INPUT an unknown randomizer; OUT_OF_RANGE an option is NaN or outside its range
 * @see Girgis, Data, Diggavi, "Renyi Differential Privacy of the Subsampled Shuffle Model in Distributed
 *   Learning", NeurIPS 2021, arXiv:2107.08763, Algorithm 1
 */
export function cldp(options: CldpOptions): ShuffledProtocol<Float64Array | number> {
  checkOptions("cldp", options);
  const users = checkNumber("cldp: users", options.users, RANGES.positiveInteger);
  const sampled = checkNumber("cldp: sampled", options.sampled, { ...RANGES.positiveInteger, max: users });
  const { randomizer } = options;
  const dimension =
    options.dimension === undefined
      ? undefined
      : checkNumber("cldp: dimension", options.dimension, RANGES.positiveInteger);
  checkRandomizer("cldp: randomizer", randomizer);
  const checked = checkDummies("cldp", options);
  const eventOf = (of: MechanismEvent): MechanismEvent => ({
    kind: "subsampledShuffle",
    users,
    sampled,
    ...eventFields(checked),
    of,
  });
  const anyReport = eventOf({ kind: "local", epsilon: randomizer.localEpsilon });
  const reportsOf = (entries: number) => {
    const mechanism = mechanismOf(randomizer, entries);
    return randomizedReports(mechanism, checked.dummies, (source) =>
      dummySum(mechanism, checked.dummies, source),
    );
  };
  const event = dimension === undefined ? anyReport : eventOf(mechanismOf(randomizer, dimension).describe());
  return {
    clip: { norm: clipNormOf(randomizer.kind), bound: randomizer.clipBound },
    randomizer,
    expectedBatch: sampled,
    roundsPerEvent: 1,
    describeEvent: () => event,
    formerEvents: [anyReport],
    sampleBatches: (source: RandomSource) => [sampleSubset(source, users, sampled)],
    releaseMean: (sum, participants, source) =>
      meanOf(reportsOf(sum.length).simulate(sum, participants, source), participants),
    reports: reportsOf,
  };
}
