import { memoize } from "../../numerics/memoize.js";
import type { Adjacency } from "../../privacy/index.js";
import type { Accountant } from "../core/accountant.js";
import { asGaussian } from "../core/as-gaussian.js";
import { type Coverage, type CoveredRound, GAUSSIAN_REPORTS, SAME_SIZE, SHUFFLES } from "../core/coverage.js";
import { notApplicable } from "../core/not-applicable.js";
import { secretParticipation } from "../core/secret-participation.js";
import { checkInShuffleGaussianPrivacyLoss } from "../pld/check-in-shuffle-gaussian-privacy-loss.js";
import {
  type LossOfRound,
  type LossRule,
  lossOfRound,
  pldAccountant,
  type RoundLoss,
} from "../pld/pld-accountant.js";
import type { PrivacyLossDistribution } from "../pld/privacy-loss-distribution.js";
import { shuffleGaussianPrivacyLoss } from "../pld/shuffle-gaussian-privacy-loss.js";
import { subsampledShuffleGaussianPrivacyLoss } from "../pld/subsampled-shuffle-gaussian-privacy-loss.js";
import { CENTRAL_COVERAGE, centralLossOfRound, latticeNoiseMultiplier } from "./_internal/central-loss.js";
import { localLossOfRound } from "./_internal/local-loss.js";
import { poissonLossOfRound } from "./_internal/poisson-loss.js";
import { unamplifiedLossOfRound } from "./_internal/unamplified-loss.js";
import { clonesLossOfRound } from "./clones-2023-pld.js";

const MOST_USERS = 1e9;
/** Of a sequence; each takes some 0.03 s. */
const MOST_ROUNDS = 48;
const COVERS: readonly Coverage<RoundKindOfPld, GaussianReport>[] = [
  ...CENTRAL_COVERAGE,
  { rounds: SHUFFLES, reports: GAUSSIAN_REPORTS, adjacencies: SAME_SIZE },
];

type GaussianReport = (typeof GAUSSIAN_REPORTS)[number];
type RoundKindOfPld = "report" | "randomAllocation" | (typeof SHUFFLES)[number];

/** The last pairs are kept with their discrete laws. */
const CACHE_SIZE = 4;

const RULE: LossRule<RoundKindOfPld, GaussianReport> = {
  method: "pld",
  covers: COVERS,
  lossOf: memoize(lossOf, { key: (round) => JSON.stringify(round), capacity: CACHE_SIZE }),
};

export const gaussianLossOfRound: LossOfRound = lossOfRound(RULE);

const LAPLACE = {
  rounds: ["report"],
  reports: ["laplaceScalar"],
  adjacencies: SAME_SIZE,
} as const satisfies Coverage;

const OWN_LOSSES = lossOfRound({
  method: "pld",
  covers: [...COVERS, LAPLACE],
  lossOf: (round, ...query) =>
    (round.report.kind === "laplaceScalar" ? localLossOfRound : gaussianLossOfRound)(round, ...query),
});

/**
 * The exact privacy loss of Gaussian mechanisms and of one number with Laplace noise: of the pair of LT22 (`conditional`), of random allocation and of the plain
 * mechanism (`proven`).
 *
 * @see docs/theorems/shuffle-gaussian-exact.md, docs/theorems/random-allocation.md
 */
export const pld: Accountant = pldAccountant({
  method: "pld",
  ownLosses: OWN_LOSSES,
  proves: [...CENTRAL_COVERAGE, LAPLACE],
  mostRounds: MOST_ROUNDS,
  fallbackLosses: [poissonLossOfRound, clonesLossOfRound, localLossOfRound],
  lastResort: unamplifiedLossOfRound,
  joinsRounds: ["report", "randomAllocation"],
});

type Shuffled = CoveredRound<(typeof SHUFFLES)[number], GaussianReport>;

function lossOf(
  round: CoveredRound<RoundKindOfPld, GaussianReport>,
  ...query: readonly [Adjacency, number]
): RoundLoss {
  switch (round.kind) {
    case "report":
    case "randomAllocation":
      return centralLossOfRound(round, ...query);
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
  if (users > MOST_USERS) throw notApplicable("pld", `it covers at most ${MOST_USERS} users, not ${users}`);
  return {
    loss: lossOfPair({ users, noiseMultiplier: latticeNoiseMultiplier(asGaussian(report)) }),
    status: "conditional",
    assumptions: ["homogeneous-cohort", "honest-shuffler", ...secretParticipation(round)],
    source: `exact privacy loss of ${theorem}'s pair`,
  };
}
