import type { Adjacency, MechanismEvent } from "../../../privacy/index.js";
import { type Accountant, notApplicable } from "../../accountant.js";
import type { RoundEvent } from "../../rounds-of.js";
import { checkInShuffleGaussianPrivacyLoss } from "../check-in-shuffle-gaussian-privacy-loss.js";
import { gaussianPrivacyLoss } from "../gaussian-privacy-loss.js";
import type { PrivacyLossDistribution } from "../privacy-loss-distribution.js";
import { randomAllocationPrivacyLoss } from "../random-allocation-privacy-loss.js";
import { shuffleGaussianPrivacyLoss } from "../shuffle-gaussian-privacy-loss.js";
import { subsampledShuffleGaussianPrivacyLoss } from "../subsampled-shuffle-gaussian-privacy-loss.js";
import { pldAccountant, type RoundLoss } from "./pld-accountant.js";

const METHOD = "pld";
const MOST_USERS = 1e9;
/** Below it the ratio's law spans too many orders of magnitude for a lattice. */
const LEAST_NOISE_MULTIPLIER = 0.4;

/**
 * The exact privacy loss of Gaussian mechanisms: of the pair of LT22 (`conditional`), of random allocation and of the plain
 * mechanism (`proven`).
 *
 * @see docs/theorems/shuffle-gaussian-exact.md, docs/theorems/random-allocation.md
 */
export const exactPairPldAccountant: Accountant = pldAccountant(METHOD, lossOf);

function lossOf(round: RoundEvent, adjacency: Adjacency): RoundLoss {
  switch (round.kind) {
    case "gaussian":
      return proven(gaussianPrivacyLoss(round), "Balle and Wang 2018, Theorem 8");
    case "randomAllocation":
      return randomAllocation(round.steps, noiseOf(round.of), adjacency);
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
      throw notApplicable(
        METHOD,
        `it covers Gaussian mechanisms and shuffled Gaussian reports, not kind ${round.kind}`,
      );
  }
}

function noiseOf(report: MechanismEvent): number {
  if (report.kind !== "gaussian") {
    throw notApplicable(METHOD, `the reports must be gaussian, not ${report.kind}; see clones-2023-pld`);
  }
  if (report.noiseMultiplier >= LEAST_NOISE_MULTIPLIER) return report.noiseMultiplier;
  throw notApplicable(
    METHOD,
    `the law of the mean is heavy-tailed below a noise multiplier of ${LEAST_NOISE_MULTIPLIER}; see rdp-exact`,
  );
}

function proven(loss: PrivacyLossDistribution, source: string): RoundLoss {
  return { loss, status: "proven", assumptions: [], source };
}

function randomAllocation(steps: number, noiseMultiplier: number, adjacency: Adjacency): RoundLoss {
  if (adjacency === "replace-one") {
    throw notApplicable(METHOD, "random allocation is covered under add-or-remove and zero-out adjacency");
  }
  const loss = randomAllocationPrivacyLoss({ steps, noiseMultiplier });
  return { ...proven(loss, "Feldman and Shenfeld 2025"), assumptions: ["honest-aggregator"] };
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
