import { profilePair } from "../../pld/pairs/profile-pair.js";
import { PrivacyLossDistribution } from "../../pld/privacy-loss-distribution.js";
import { notApplicable } from "../claims/not-applicable.js";
import { SAME_SIZE, SHUFFLES } from "../rounds/coverage.js";
import { type LossOfRound, lossOfRound, type RoundLoss } from "../rounds/round-loss.js";
import { secretParticipation } from "../rounds/secret-participation.js";
import { hiddenProfile } from "../shuffle/dummies/hidden-profile.js";
import { LARGEST_RADIUS } from "../shuffle/dummies/hiding-curve.js";
import {
  shuffleGaussianPair,
  subsampledShuffleGaussianPair,
} from "../shuffle/exact-gaussian/shuffle-gaussian-pair.js";
import { MAX_REPORTS, SHUFFLE_RANGES } from "../shuffle/shuffle-ranges.js";
import { latticeNoiseMultiplier } from "./central-loss.js";
import { besideSeenSamples } from "./beside-seen-samples.js";
import { blockRadius, type ShuffledVectors } from "./hidden-vectors-loss.js";

const METHOD = "dummies-pld";
const SOURCE = "Theorem A (docs/theorems/dummies.md), as a privacy-loss distribution";
const EXACT =
  "LT22 Theorem 1's pair, of the report and the dummies alone (docs/theorems/dummies.md, Theorem A), exactly";
const ALONE =
  "it needs no other user's honesty: it holds against an analyzer who works with all of them";

/** The shuffler's dummies alone hide the report: what holds whoever the other users work with. */
export const dummiesLossOfRound: LossOfRound = lossOfRound({
  method: METHOD,
  covers: [{ rounds: SHUFFLES, reports: ["gaussian"], adjacencies: SAME_SIZE, blocksAndDummies: true }],
  lossOf: (round, adjacency, failureBudget) => {
    const { blocks, dummies, dummiesBy, absentees } = round.blocksAndDummies ?? NONE;
    if (dummies === 0 || dummiesBy === "users") {
      throw notApplicable(METHOD, "it counts the dummies of the shuffler alone, and there are none");
    }
    const isMixed = absentees === "dummy";
    const isSeen = !isMixed && round.samplingRate < 1;
    const basis = {
      status: "proven",
      assumptions: ["honest-shuffler", ...secretParticipation(round)],
      remark: ALONE,
    } as const;
    const toZero = adjacency === "zero-out";
    const { noiseMultiplier } = round.report;
    if (toZero && blocks === 1 && !isSeen && dummies < MAX_REPORTS && noiseMultiplier >= LEAST_NOISE) {
      return { loss: exactLoss(round, dummies), source: EXACT, ...basis };
    }
    const leastDelta = failureBudget / 2;
    const rate = isMixed ? round.samplingRate : 1;
    const bands = [{ dummies, others: 0, rate, isZeroSent: isMixed, weight: 1 }];
    const radius = blockRadius(round, adjacency);
    const points =
      radius > LARGEST_RADIUS ? [] : hiddenProfile({ radius, blocks, toZero, bands, leastDelta });
    const share = isSeen ? round.samplingRate : 1;
    const hidden = points.map(({ epsilon, delta }) => ({ epsilon, delta: share * delta * ROUNDED_UP }));
    const seen = { noiseMultiplier, samplingRate: round.samplingRate, leastDelta };
    return {
      loss: PrivacyLossDistribution.of(profilePair(besideSeenSamples(hidden, seen))),
      source: SOURCE,
      dependsOnBudget: true,
      isUpperOnly: true,
      ...basis,
    };
  },
});

const NONE = { blocks: 1, dummies: 0, dummiesBy: "shuffler", absentees: "silent" } as const;
const LEAST_NOISE = SHUFFLE_RANGES.noiseMultiplier.min ?? 0;
const ROUNDED_UP = 1 + 2 ** -50;

/** Under zero-out a user who sends a dummy holds the zero record. */
function exactLoss({ report, samplingRate }: ShuffledVectors, dummies: number): RoundLoss["loss"] {
  const noise = latticeNoiseMultiplier(report);
  return PrivacyLossDistribution.of(
    samplingRate === 1
      ? shuffleGaussianPair(dummies + 1, noise)
      : subsampledShuffleGaussianPair(dummies + 1, noise, samplingRate),
  );
}
