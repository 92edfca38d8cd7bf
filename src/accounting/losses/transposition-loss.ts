import { profilePair } from "../../pld/pairs/profile-pair.js";
import { PrivacyLossDistribution } from "../../pld/privacy-loss-distribution.js";
import { asGaussian } from "../rounds/as-gaussian.js";
import { GAUSSIAN_REPORTS, SAME_SIZE, SHUFFLES } from "../rounds/coverage.js";
import { type LossOfRound, lossOfRound } from "../rounds/round-loss.js";
import { secretParticipation } from "../rounds/secret-participation.js";
import { besideSeenSamples } from "./beside-seen-samples.js";
import { hiddenVectorsLoss } from "./hidden-vectors-loss.js";
import { knownSource } from "./known-profile.js";
import { plainProfile } from "./plain-profile.js";

const METHOD = "transposition-pld";
const SOURCE =
  "hidden transposition (docs/theorems/hidden-transposition.md, Theorem 1), as a privacy-loss distribution";

export const transpositionLossOfRound: LossOfRound = lossOfRound({
  method: METHOD,
  covers: [
    { rounds: SHUFFLES, reports: GAUSSIAN_REPORTS, adjacencies: SAME_SIZE },
    { rounds: SHUFFLES, reports: ["gaussian"], adjacencies: SAME_SIZE, blocksAndDummies: "also" },
  ],
  lossOf: (round, adjacency, failureBudget) => {
    const { report } = round;
    if (round.blocksAndDummies !== undefined && report.kind === "gaussian") {
      return hiddenVectorsLoss({ ...round, report }, adjacency, failureBudget);
    }
    const { points, failure } = plainProfile({ ...round, report }, adjacency, failureBudget);
    const { noiseMultiplier } = asGaussian(report);
    const seen = { noiseMultiplier, samplingRate: round.samplingRate, leastDelta: failureBudget / 2 };
    return {
      loss: PrivacyLossDistribution.of(profilePair(besideSeenSamples(points, seen))),
      failure,
      status: "proven",
      assumptions: ["honest-shuffler", ...secretParticipation(round)],
      source: report.kind === "gaussianScalar" ? `${SOURCE}; ${knownSource(report)}` : SOURCE,
      dependsOnBudget: true,
      isUpperOnly: true,
    };
  },
});
