import { memoize } from "../../numerics/memoize.js";
import { ROUNDING, roundedUp } from "../../numerics/rounding.js";
import { profilePair } from "../../pld/pairs/profile-pair.js";
import { PrivacyLossDistribution } from "../../pld/privacy-loss-distribution.js";
import { type Adjacency, type GaussianBySensitivity, sensitivityToClip } from "../../privacy/index.js";
import type { SHUFFLES } from "../rounds/coverage.js";
import type { Round } from "../rounds/round.js";
import type { RoundLoss } from "../rounds/round-loss.js";
import { secretParticipation } from "../rounds/secret-participation.js";
import { type HiddenVectors, hiddenProfile } from "../shuffle/dummies/hidden-profile.js";
import { FEW_DUMMIES, MAX_RADIUS } from "../shuffle/dummies/hiding-curve.js";
import { besideSeenSamples } from "./beside-seen-samples.js";
import { hidingBands } from "./hiding-bands.js";
import { plainProfile } from "./plain-profile.js";

/** A shuffle of vectors with Gaussian noise. */
export type ShuffledVectors = Round<(typeof SHUFFLES)[number], GaussianBySensitivity>;

const SOURCE =
  "hidden transposition, dummies, and both at once, of blocks that are composed before they are sampled (docs/theorems/dummies-and-others.md, docs/theorems/rotated-blocks.md), as a privacy-loss distribution";

/**
 * Rounds with blocks that one draw decides about, or with dummies: the least of all bounds, `proven` for
 * every cohort.
 */
export function hiddenVectorsLoss(
  round: ShuffledVectors,
  adjacency: Adjacency,
  failureBudget: number,
): RoundLoss {
  const leastDelta = failureBudget / 2;
  const { bands, failure } = hidingBands(round, failureBudget / 2);
  const { blocks = 1 } = round.blocksAndDummies ?? {};
  const plain = hasFewDummies(round) ? plainProfile(round, adjacency, failureBudget) : NOTHING;
  const radius = blockRadius(round, adjacency);
  const { noiseMultiplier } = round.report;
  const seen = { noiseMultiplier, samplingRate: round.samplingRate, leastDelta };
  const toZero = adjacency === "zero-out";
  const hidden =
    radius > MAX_RADIUS ? [] : profile({ radius, blocks, toZero, bands, leastDelta: leastDelta / 2 });
  const points = besideSeenSamples([...hidden, ...plain.points], seen);
  return {
    loss: PrivacyLossDistribution.of(profilePair(points)),
    failure: Math.max(failure, plain.failure),
    status: "proven",
    assumptions: ["honest-shuffler", ...secretParticipation(round)],
    source: SOURCE,
    dependsOnBudget: true,
    isUpperOnly: true,
  };
}

const NOTHING = { points: [], failure: 0 } as const;

/** Whole vectors among dummies that add little to what the other users' reports hide without them. */
function hasFewDummies({ users, samplingRate, blocksAndDummies }: ShuffledVectors): boolean {
  const { blocks, dummies, absentees } = blocksAndDummies!;
  return blocks === 1 && absentees === "silent" && FEW_DUMMIES * dummies < users * samplingRate;
}

/** The largest norm of a block, C / sqrt(m), in standard deviations of its noise, rounded up. */
export function blockRadius({ report, blocksAndDummies }: ShuffledVectors, adjacency: Adjacency): number {
  const noiseToClip = report.noiseMultiplier * sensitivityToClip(adjacency);
  const bound = 1 / noiseToClip / Math.sqrt(blocksAndDummies?.blocks ?? 1);
  return roundedUp(bound, ROUNDING.fewOperations);
}

const profile = memoize(hiddenProfile, {
  key: (options: HiddenVectors) => JSON.stringify(options),
  capacity: 32,
});
