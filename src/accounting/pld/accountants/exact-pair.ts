import type { Adjacency } from "../../../privacy/index.js";
import { type Accountant, notApplicable } from "../../accountant.js";
import type { RoundEvent } from "../../rounds-of.js";
import { checkInShuffleGaussianPrivacyLoss } from "../check-in-shuffle-gaussian-privacy-loss.js";
import type { PrivacyLossDistribution } from "../privacy-loss-distribution.js";
import { shuffleGaussianPrivacyLoss } from "../shuffle-gaussian-privacy-loss.js";
import { subsampledShuffleGaussianPrivacyLoss } from "../subsampled-shuffle-gaussian-privacy-loss.js";
import { centralLoss, noiseOf } from "./central-loss.js";
import { clonesLoss } from "./clones.js";
import { localLoss } from "./local-loss.js";
import { pldAccountant, type RoundLoss } from "./pld-accountant.js";
import { poissonLoss } from "./poisson.js";

const METHOD = "pld";
const MOST_USERS = 1e9;

/**
 * The exact privacy loss of Gaussian mechanisms: of the pair of LT22 (`conditional`), of random allocation and of the plain
 * mechanism (`proven`).
 *
 * @see docs/theorems/shuffle-gaussian-exact.md, docs/theorems/random-allocation.md
 */
export const exactPairPldAccountant: Accountant = pldAccountant(METHOD, pairLoss, {
  company: [poissonLoss, clonesLoss, localLoss],
});

function pairLoss(round: RoundEvent, adjacency: Adjacency): RoundLoss {
  switch (round.kind) {
    case "shuffle":
      return pairOf(round.users, adjacency, "LT22 Theorem 1", () =>
        shuffleGaussianPrivacyLoss({ users: round.users, noiseMultiplier: noiseOf(round.of) }),
      );
    case "subsampledShuffle":
      return pairOf(round.users, adjacency, "LT22 Theorem 2", () =>
        subsampledShuffleGaussianPrivacyLoss({
          users: round.users,
          sampled: round.sampled,
          noiseMultiplier: noiseOf(round.of),
        }),
      );
    case "checkInShuffle":
      return pairOf(round.users, adjacency, "LT22 Theorem 3", () =>
        checkInShuffleGaussianPrivacyLoss({
          users: round.users,
          checkInRate: round.checkInRate,
          noiseMultiplier: noiseOf(round.of),
        }),
      );
    default:
      return centralLoss(round, adjacency);
  }
}

function pairOf(
  users: number,
  adjacency: Adjacency,
  theorem: string,
  loss: () => PrivacyLossDistribution,
): RoundLoss {
  if (adjacency === "add-or-remove") {
    throw notApplicable(METHOD, "the number of reports is public; use replace-one or zero-out adjacency");
  }
  if (users > MOST_USERS) throw notApplicable(METHOD, `it covers at most ${MOST_USERS} users, not ${users}`);
  return {
    loss: loss(),
    status: "conditional",
    assumptions: ["homogeneous-cohort", "honest-shuffler"],
    source: `exact privacy loss of ${theorem}'s pair`,
  };
}
