import { memoize } from "../../numerics/memoize.js";
import type { PrivacyLossDistribution } from "../../pld/privacy-loss-distribution.js";
import { notApplicable } from "../claims/not-applicable.js";
import { asGaussian } from "../rounds/as-gaussian.js";
import { type CoveredRound, GAUSSIAN_REPORTS, SAME_SIZE, SHUFFLES } from "../rounds/coverage.js";
import { type LossOfRound, lossOfRound, type RoundLoss } from "../rounds/round-loss.js";
import { secretParticipation } from "../rounds/secret-participation.js";
import { checkInShuffleGaussianPrivacyLoss } from "../shuffle/exact-gaussian/check-in-shuffle-gaussian-privacy-loss.js";
import { shuffleGaussianPrivacyLoss } from "../shuffle/exact-gaussian/shuffle-gaussian-privacy-loss.js";
import { subsampledShuffleGaussianPrivacyLoss } from "../shuffle/exact-gaussian/subsampled-shuffle-gaussian-privacy-loss.js";
import { MAX_REPORTS } from "../shuffle/shuffle-ranges.js";
import { latticeNoiseMultiplier } from "./central-loss.js";

type ShuffleKind = (typeof SHUFFLES)[number];
type GaussianKind = (typeof GAUSSIAN_REPORTS)[number];
type Shuffled = CoveredRound<ShuffleKind, GaussianKind>;

/** The exact privacy loss of LT22's pair, in which all others hold the replacement: `conditional`. */
export const shuffledGaussianLossOfRound: LossOfRound = lossOfRound<ShuffleKind, GaussianKind>({
  method: "pld",
  covers: [{ rounds: SHUFFLES, reports: GAUSSIAN_REPORTS, adjacencies: SAME_SIZE }],
  // The last pairs are kept, with their discrete laws.
  lossOf: memoize(lossOf, { key: (round) => JSON.stringify(round), capacity: 4 }),
});

function lossOf(round: Shuffled): RoundLoss {
  switch (round.kind) {
    case "shuffle":
      return shuffled(round, "LT22 Theorem 1", shuffleGaussianPrivacyLoss);
    case "subsampledShuffle": {
      const { reports: sampled } = round;
      return shuffled(round, "LT22 Theorem 2", (pair) =>
        subsampledShuffleGaussianPrivacyLoss({ ...pair, sampled }),
      );
    }
    case "checkInShuffle": {
      const { samplingRate: checkInRate } = round;
      return shuffled(round, "LT22 Theorem 3", (pair) =>
        checkInShuffleGaussianPrivacyLoss({ ...pair, checkInRate }),
      );
    }
  }
}

function shuffled(
  round: Shuffled,
  theorem: string,
  lossOfPair: (pair: { readonly users: number; readonly noiseMultiplier: number }) => PrivacyLossDistribution,
): RoundLoss {
  const { users, report } = round;
  if (users > MAX_REPORTS) throw notApplicable("pld", `it covers at most ${MAX_REPORTS} users, not ${users}`);
  return {
    loss: lossOfPair({ users, noiseMultiplier: latticeNoiseMultiplier(asGaussian(report)) }),
    status: "conditional",
    assumptions: ["homogeneous-cohort", "honest-shuffler", ...secretParticipation(round)],
    source: `exact privacy loss of ${theorem}'s pair`,
  };
}
