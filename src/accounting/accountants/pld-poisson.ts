import type { Assumption } from "../../privacy/index.js";
import type { Accountant } from "../core/accountant.js";
import { ALL_ADJACENCIES } from "../core/coverage.js";
import { secretParticipation } from "../core/secret-participation.js";
import { exchangedPoissonPair } from "../pld/pairs/exchanged-poisson-pair.js";
import { type LossOfRound, type LossRule, lossOfRound, pldAccountant } from "../pld/pld-accountant.js";
import { poissonGaussianPrivacyLoss } from "../pld/poisson-gaussian-privacy-loss.js";
import { PrivacyLossDistribution } from "../pld/privacy-loss-distribution.js";

/** Different rounds of a sequence: each takes some 0.04 s. */
const MOST_ROUNDS = 96;

const RULE: LossRule<"poissonSample", "gaussian"> = {
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
};

/**
 * The privacy loss of central DP-SGD with Poisson sampling, `proven`: exact under add-or-remove and zero-out, an upper bound under replace-one. Of more
 * than 96 different rounds, those that are alike are charged as one: an upper bound too.
 *
 * @see docs/theorems/exchanged-poisson.md
 */
export const pldPoisson: Accountant = pldAccountant({ ...RULE, mostRounds: MOST_ROUNDS });

export const poissonLossOfRound: LossOfRound = lossOfRound(RULE);
