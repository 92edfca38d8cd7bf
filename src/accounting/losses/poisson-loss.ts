import { PrivacyLossDistribution } from "../../pld/privacy-loss-distribution.js";
import type { Assumption } from "../../privacy/index.js";
import { exchangedPoissonPair } from "../central/exchanged-poisson-pair.js";
import { poissonGaussianPrivacyLoss } from "../central/poisson-gaussian-privacy-loss.js";
import { ALL_ADJACENCIES } from "../rounds/coverage.js";
import { type LossOfRound, lossOfRound } from "../rounds/round-loss.js";
import { secretParticipation } from "../rounds/secret-participation.js";

/** Central DP-SGD: exact under add-or-remove and zero-out, an upper bound under replace-one. */
export const poissonLossOfRound: LossOfRound = lossOfRound({
  method: "pld-poisson",
  covers: [{ rounds: ["poissonSample"], reports: ["gaussian"], adjacencies: ALL_ADJACENCIES }],
  lossOf: (round, adjacency) => {
    const { samplingRate, report } = round;
    const { noiseMultiplier } = report;
    const assumptions: readonly Assumption[] = ["honest-aggregator", ...secretParticipation(round)];
    const basis = { status: "proven", assumptions } as const;
    return adjacency === "replace-one"
      ? {
          loss: PrivacyLossDistribution.of(exchangedPoissonPair(samplingRate, noiseMultiplier)),
          ...basis,
          source: "advanced joint convexity at two distances (docs/theorems/exchanged-poisson.md, Theorem 1)",
        }
      : {
          loss: poissonGaussianPrivacyLoss({ samplingRate, noiseMultiplier }),
          ...basis,
          source: "Zhu, Dong, Wang 2022, Theorem 11",
        };
  },
});
