import type { Adjacency } from "../../privacy/index.js";
import { type Accountant, notApplicable } from "../core/accountant.js";
import type { RoundEvent } from "../core/rounds-of.js";
import { checkInShuffleGaussianPrivacyLoss } from "../pld/check-in-shuffle-gaussian-privacy-loss.js";
import { pldAccountant, type RoundLoss } from "../pld/pld-accountant.js";
import type { PrivacyLossDistribution } from "../pld/privacy-loss-distribution.js";
import { shuffleGaussianPrivacyLoss } from "../pld/shuffle-gaussian-privacy-loss.js";
import { subsampledShuffleGaussianPrivacyLoss } from "../pld/subsampled-shuffle-gaussian-privacy-loss.js";
import { centralLoss, noiseOf } from "./_internal/central-loss.js";
import { localLoss } from "./_internal/local-loss.js";
import { clonesLoss } from "./clones-2023-pld.js";
import { poissonLoss } from "./pld-poisson.js";

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
