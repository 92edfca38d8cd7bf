import { DpError } from "../../errors.js";
import type { Absentees } from "../../privacy/kinds/blocks-and-dummies.js";
import type { MechanismEvent } from "../../privacy/mechanism-event.js";
import { samplePoissonSubset } from "../../random/sample-poisson-subset.js";
import { checkNumber, checkOneOf, checkOptions, RANGES } from "../../validate.js";
import {
  blockClip,
  type CheckedBlocks,
  checkBlocks,
  eventFields,
  joinsByBlock,
} from "./_internal/check-blocks.js";
import { gaussianReports } from "./_internal/gaussian-reports.js";
import { divided } from "./_internal/mean-of.js";
import { noisySum } from "./_internal/noisy-sum.js";
import { samplingOf } from "./_internal/sampling-of.js";
import type { BlockOptions } from "./shuffle-options.js";
import type { ShuffledProtocol } from "./shuffled-protocol.js";

/** What users who do not join may send. */
export const ABSENTEES: readonly Absentees[] = ["silent", "dummy"];

/** Sampling, clipping and noise of shuffled check-in. */
export interface CheckInOptions extends BlockOptions {
  /** n, users who may join; one example each. */
  readonly users: number;
  /** gamma, probability with which each user joins a round. */
  readonly samplingRate: number;
  /** C, l2 bound of every report's gradient. */
  readonly clipBound: number;
  /** s, standard deviation of the noise on every entry of one report. */
  readonly reportStdDev: number;
  /**
   * What a user sends who does not join: nothing, or a dummy in place of each of her reports; default
   * nothing.
   */
  readonly absentees?: Absentees | undefined;
}

/**
 * Shuffled check-in with Gaussian reports: every user joins a round by herself with probability gamma and
 * sends her clipped gradient plus N(0, s^2 I); the shuffler permutes the reports; the analyzer averages the B
 * that came.
 *
 * The guarantee concerns what the analyzer sees: the unordered noisy reports and so their number. Training
 * uses only their mean, and the sum of B independent N(0, s^2 I) is N(0, B s^2 I): the simulation draws that
 * one vector instead of B, which gives weights of the very same law. An empty round moves nothing. `reports`
 * makes, sends and adds up the B reports themselves.
 *
 * D dummies make it N(0, (B + D) s^2 I), in the same one draw, and blocks leave it as it is. Where absent
 * users send dummies, n + D messages come, and nobody but their senders knows B: the sum is divided by gamma
 * n instead. Where each block of a user has a coin of its own, absent users send dummies: silence would leave
 * a number of reports for each block, and a mean for each to divide.
 *
 * @throws DpError OUT_OF_RANGE an option is NaN or outside its range, or the blocks are no power of two;
 *   BAD_INPUT a word is unknown; NOT_APPLICABLE a coin for each block where absent users are silent
 * @see docs/theorems/rotated-blocks.md, docs/theorems/dummies.md
 * @see Liew, Takahashi, "Shuffle Gaussian Mechanism for Differential Privacy", 2022, Section 5
 */
export function checkIn(options: CheckInOptions): ShuffledProtocol<Int32Array> {
  checkOptions("checkIn", options);
  const users = checkNumber("checkIn: users", options.users, RANGES.positiveInteger);
  const samplingRate = checkNumber("checkIn: samplingRate", options.samplingRate, RANGES.positiveProbability);
  const clipBound = checkNumber("checkIn: clipBound", options.clipBound, RANGES.positive);
  const reportStdDev = checkNumber("checkIn: reportStdDev", options.reportStdDev, RANGES.positive);
  const absentees = checkOneOf("checkIn: absentees", options.absentees ?? "silent", ABSENTEES);
  const checked = checkBlocks("checkIn", options);
  checkAbsent("checkIn: joins", checked, absentees);
  const isSilent = absentees === "silent";
  const joining = isSilent ? 1 : samplingRate;
  return {
    clip: blockClip(clipBound, checked),
    expectedBatch: users * samplingRate,
    roundsPerEvent: 1,
    describeEvent: (): MechanismEvent => ({
      kind: "checkInShuffle",
      users,
      checkInRate: samplingRate,
      ...(isSilent ? {} : { absentees }),
      ...eventFields(checked),
      of: { kind: "gaussian", noiseToClip: reportStdDev / clipBound },
    }),
    ...samplingOf(checked, users, (source) => samplePoissonSubset(source, users, samplingRate)),
    releaseMean(sum, participants, source) {
      const senders = isSilent ? participants : users;
      const noisy = noisySum(sum, Math.sqrt(senders + checked.dummies) * reportStdDev, source);
      return divided(noisy, joining * senders);
    },
    reports: (dimension) => gaussianReports({ dimension, clipBound, reportStdDev, joining, ...checked }),
  };
}

function checkAbsent(parameter: string, checked: CheckedBlocks, absentees: Absentees): void {
  if (absentees === "dummy" || !joinsByBlock(checked)) return;
  const allowed = "once where absent users are silent";
  const { joins: value } = checked;
  const message = `${parameter} must be ${allowed}, got ${value}; let them send dummies (absentees "dummy")`;
  throw new DpError("NOT_APPLICABLE", message, { parameter, value, allowed });
}
