import { ROUNDING, roundedUp } from "../../numerics/rounding.js";
import { type ProfilePoint, profilePair } from "../../pld/pairs/profile-pair.js";
import { PrivacyLossDistribution } from "../../pld/privacy-loss-distribution.js";
import type { Adjacency } from "../../privacy/index.js";
import { notApplicable } from "../claims/not-applicable.js";
import { SAME_SIZE, SHUFFLES } from "../rounds/coverage.js";
import type { Round } from "../rounds/round.js";
import { type LossOfRound, lossOfRound, type RoundLoss } from "../rounds/round-loss.js";
import { secretParticipation } from "../rounds/secret-participation.js";
import { hiddenProfile } from "../shuffle/dummies/hidden-profile.js";
import { MAX_RADIUS } from "../shuffle/dummies/hiding-curve.js";
import {
  shuffleGaussianPair,
  subsampledShuffleGaussianPair,
} from "../shuffle/exact-gaussian/shuffle-gaussian-pair.js";
import { MAX_REPORTS } from "../shuffle/shuffle-ranges.js";
import { besideSeenSamples } from "./beside-seen-samples.js";
import { fitsLattice, latticeNoiseMultiplier } from "./central-loss.js";
import { responsesAmongDummies, type ShuffledResponses, withoutAbsentees } from "./hidden-responses-loss.js";
import { blockRadius, type ShuffledVectors } from "./hidden-vectors-loss.js";

const METHOD = "dummies-pld";
const SOURCE = "Theorem A (docs/theorems/dummies.md), as a privacy-loss distribution";
const EXACT =
  "LT22 Theorem 1's pair, of the report and the dummies alone (docs/theorems/dummies.md, Theorem A), exactly";
const RESPONSES =
  "uniform dummies among which a response hides (docs/theorems/dummies.md, section 6), of the profile";
const ALONE = "it needs no other user's honesty: it holds against an analyzer who works with all of them";

/** The shuffler's dummies alone hide the report: what holds whoever the other users work with. */
export const dummiesLossOfRound: LossOfRound = lossOfRound({
  method: METHOD,
  covers: [
    {
      rounds: SHUFFLES,
      reports: ["gaussian", "randomizedResponse", "subsetResponse"],
      adjacencies: SAME_SIZE,
      blocksAndDummies: "only",
    },
  ],
  lossOf: (round, adjacency, failureBudget) => {
    const { dummies, dummiesBy } = round.blocksAndDummies!;
    if (dummies === 0 || dummiesBy === "users") {
      throw notApplicable(METHOD, "it counts the dummies of the shuffler alone, and there are none");
    }
    const { report } = round;
    const loss =
      report.kind === "gaussian"
        ? vectorsLoss({ ...round, report }, adjacency, failureBudget)
        : responsesLoss({ ...round, report }, failureBudget);
    return { ...loss, assumptions: ["honest-shuffler-alone", ...secretParticipation(round)], remark: ALONE };
  },
});

type Loss = Omit<RoundLoss, "assumptions">;

/**
 * Whether everybody but the shuffler knows in which rounds the changed user reports: in the others nothing of
 * hers is there.
 */
function isSeen({ samplingRate, blocksAndDummies }: Round<(typeof SHUFFLES)[number]>): boolean {
  return samplingRate < 1 && blocksAndDummies?.absentees !== "dummy";
}

function vectorsLoss(round: ShuffledVectors, adjacency: Adjacency, failureBudget: number): Loss {
  const { blocks, dummies } = round.blocksAndDummies!;
  const toZero = adjacency === "zero-out";
  const seesReports = isSeen(round);
  if (toZero && blocks === 1 && !seesReports && dummies < MAX_REPORTS && fitsLattice(round.report)) {
    return { loss: exactLoss(round, dummies), status: "proven", source: EXACT };
  }
  const leastDelta = failureBudget / 2;
  const rate = seesReports ? 1 : round.samplingRate;
  const bands = [{ dummies, others: 0, rate, isZeroSent: rate < 1, weight: 1 }];
  const radius = blockRadius(round, adjacency);
  const points = radius > MAX_RADIUS ? [] : hiddenProfile({ radius, blocks, toZero, bands, leastDelta });
  const seen = {
    noiseMultiplier: round.report.noiseMultiplier,
    samplingRate: round.samplingRate,
    leastDelta,
  };
  return profileLoss(
    besideSeenSamples(seesReports ? sharesOf(points, round.samplingRate) : points, seen),
    SOURCE,
  );
}

function responsesLoss(given: ShuffledResponses, failureBudget: number): Loss {
  const round = withoutAbsentees(given);
  const points = responsesAmongDummies(round, given.blocksAndDummies!.dummies, failureBudget / 2);
  if (points === undefined) {
    throw notApplicable(
      METHOD,
      "it covers responses whose sets are at most half of all, which may be disjoint",
    );
  }
  const { epsilon } = round.report;
  const seen = sharesOf([...points, { epsilon, delta: 0 }], round.samplingRate);
  return profileLoss(seen, RESPONSES);
}

function profileLoss(points: readonly ProfilePoint[], source: string): Loss {
  const loss = PrivacyLossDistribution.of(profilePair(points));
  return { loss, status: "proven", source, dependsOnBudget: true, isUpperOnly: true };
}

/** Of rounds in which the changed user reports with this probability, as everybody sees. */
function sharesOf(points: readonly ProfilePoint[], share: number): ProfilePoint[] {
  return points.map(({ epsilon, delta }) => ({
    epsilon,
    delta: Math.min(1, roundedUp(share * delta, ROUNDING.fewOperations)),
  }));
}

/** Under zero-out a user who sends a dummy holds the zero record. */
function exactLoss({ report, samplingRate }: ShuffledVectors, dummies: number): RoundLoss["loss"] {
  const noise = latticeNoiseMultiplier(report);
  return PrivacyLossDistribution.of(
    samplingRate === 1
      ? shuffleGaussianPair(dummies + 1, noise)
      : subsampledShuffleGaussianPair(dummies + 1, noise, samplingRate),
  );
}
