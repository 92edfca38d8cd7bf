import type { Assumption } from "../../privacy/index.js";
import type { Accountant } from "../accountant.js";
import type { RenyiCurve } from "../claims/renyi-curve.js";
import { publishedCheckIn } from "../rdp/published-check-in.js";
import { renyiAccountant } from "../rdp/renyi-accountant.js";
import type { RenyiAnalysis } from "../rdp/renyi-analysis.js";
import { type CoveredRound, SAME_SIZE, SHUFFLES } from "../rounds/coverage.js";
import type { Round } from "../rounds/round.js";
import { secretParticipation } from "../rounds/secret-participation.js";
import { type CheckInRound, checkInShuffleGaussianRdpCurve } from "../theorems/check-in-shuffle-gaussian.js";
import { shuffleGaussianRdpCurve } from "../theorems/shuffle-gaussian.js";
import { subsampledShuffleGaussianRdpCurve } from "../theorems/subsampled-shuffle-gaussian.js";

/**
 * Fractions of the expected number of participants that Theorem 3 may fall short by; every one gives a bound.
 * Half as many in the same range raise an epsilon by up to 2.1 %, twice as many lower one by up to 0.13 %.
 */
const SLACKS = Array.from({ length: 16 }, (_, i) => 0.03 * 1.25 ** i).filter((slack) => slack < 1);

/**
 * The general sampling bound costs its order at every order; its best orders are small, or the last one,
 * which the search looks at first (2^8 + 1). Valid at any order: where the last one is the best, 2^7 + 1 may
 * double an epsilon, and 2^9 + 1 halve it.
 */
const MAX_SAMPLED_ORDER = 257;

const ASSUMPTIONS: readonly Assumption[] = ["homogeneous-cohort", "one-direction", "honest-shuffler"];

/**
 * LT22 / LT23 Theorems 1 to 3 as printed: one direction only, and sampled by Wang, Balle and
 * Kasiviswanathan's general bound. `conditional`, check-in for few users `refuted`; there to compare with the
 * literature.
 *
 * @see docs/theorems/shuffle-gaussian.md
 */
export const rdpPublished: Accountant = renyiAccountant({
  method: "rdp-published",
  covers: [{ rounds: SHUFFLES, reports: ["gaussian"], adjacencies: SAME_SIZE }],
  proves: [],
  analyse,
  mostCharged: 384,
});

function analyse(round: CoveredRound<(typeof SHUFFLES)[number], "gaussian">): RenyiAnalysis {
  const { noiseMultiplier } = round.report;
  switch (round.kind) {
    case "shuffle":
      return published(
        round,
        shuffleGaussianRdpCurve({ users: round.users, noiseMultiplier }),
        "LT22 Theorem 1",
      );
    case "subsampledShuffle": {
      const { users, reports: sampled } = round;
      const curve = subsampledShuffleGaussianRdpCurve({ users, sampled, noiseMultiplier });
      return {
        ...published(round, upTo(MAX_SAMPLED_ORDER, curve), "LT22 Theorem 2"),
        highOrdersAreCheap: true,
      };
    }
    case "checkInShuffle": {
      const checkIn = { users: round.users, checkInRate: round.samplingRate, noiseMultiplier };
      return publishedCheckIn(round, checkInCurve(checkIn), "LT23 Theorem 3, Eq. 13");
    }
  }
}

function published(round: Round, curve: RenyiCurve, source: string): RenyiAnalysis {
  const assumptions = [...ASSUMPTIONS, ...secretParticipation(round)];
  return { curve, status: "conditional", assumptions, source };
}

function checkInCurve(round: Omit<CheckInRound, "slack">): RenyiCurve {
  return upTo(MAX_SAMPLED_ORDER, checkInShuffleGaussianRdpCurve({ ...round, slack: SLACKS }));
}

function upTo(maxOrder: number, curve: RenyiCurve): RenyiCurve {
  return { at: (order) => (order <= maxOrder ? curve.at(order) : Infinity) };
}
