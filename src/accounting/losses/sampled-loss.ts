import { profilePair } from "../../pld/pairs/profile-pair.js";
import { PrivacyLossDistribution } from "../../pld/privacy-loss-distribution.js";
import { isLevels, reportKindOf } from "../rounds/reports/registry.js";
import type { Round } from "../rounds/round.js";
import type { RoundLoss } from "../rounds/round-loss.js";
import { secretParticipation } from "../rounds/secret-participation.js";
import { type BlanketReport, sampledProfile } from "../shuffle/blanket/channels/sampled-profile.js";
import { isHiding } from "../shuffle/blanket/channels/shuffled-reports.js";
import { MAX_LOCAL_EPSILON } from "../shuffle/shuffle-ranges.js";

/** A sample of a fixed size, of local reports. */
export type SampledRound = Extract<Round<"subsampledShuffle", BlanketReport>, { kind: "subsampledShuffle" }>;

/**
 * Of smaller deltas what a profile rounds by would be a share. Valid at any, as it is rounded up: half as
 * much lowers an epsilon of 10,000 responses at delta 1e-11 by 16 %, twice as much raises none there.
 */
const MIN_DELTA = 2 ** -44;
/**
 * At higher rates there is little to hide in, and a law by itself has no chords. Valid at any rate: half of
 * it raises an epsilon by up to 40 %, 0.95 lowers one by up to 4 % and raises others by less than 0.04 %.
 */
const MAX_RATE = 0.9;

const SOURCE =
  "Balle, Bell, Gascon, Nissim 2019, of a sample whose absent users hide, too (docs/theorems/absent-reports.md, section 4), of the profile";

/** Whether those who were not drawn are looked at. */
export function isSampled(round: Round, leastDelta: number): round is SampledRound {
  if (round.kind !== "subsampledShuffle" || round.samplingRate > MAX_RATE || leastDelta < MIN_DELTA)
    return false;
  const { report } = round;
  if (!isLevels(report) && !isHiding(report)) return false;
  return report.epsilon <= MAX_LOCAL_EPSILON && reportKindOf(report) !== "approximateLocal";
}

/** Shuffled reports of a sample of a fixed size, in which those who were not drawn hide as others do. */
export function sampledLoss(round: SampledRound, leastDelta: number): RoundLoss {
  const { report, reports, samplingRate } = round;
  const points = sampledProfile({ report, reports, samplingRate, leastDelta });
  return {
    loss: PrivacyLossDistribution.of(profilePair(points)),
    status: "proven",
    assumptions: ["honest-shuffler", ...secretParticipation(round)],
    source: SOURCE,
    dependsOnBudget: true,
    isUpperOnly: true,
  };
}
