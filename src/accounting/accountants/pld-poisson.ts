import type { Accountant } from "../core/accountant.js";
import { PRESENT_OR_NOT } from "../core/coverage.js";
import { type LossOfRound, type LossRule, lossOfRound, pldAccountant } from "../pld/pld-accountant.js";
import { poissonGaussianPrivacyLoss } from "../pld/poisson-gaussian-privacy-loss.js";

const RULE: LossRule<"poissonSample", "gaussian"> = {
  method: "pld-poisson",
  covers: [{ rounds: ["poissonSample"], reports: ["gaussian"], adjacencies: PRESENT_OR_NOT }],
  lossOf: ({ samplingRate, report: { noiseMultiplier } }) => ({
    loss: poissonGaussianPrivacyLoss({ samplingRate, noiseMultiplier }),
    status: "proven",
    assumptions: ["honest-aggregator"],
    source: "Zhu, Dong, Wang 2022, Theorem 11",
  }),
};

/** The exact privacy loss of central DP-SGD with Poisson sampling: `proven`. */
export const pldPoisson: Accountant = pldAccountant(RULE);

export const poissonLossOfRound: LossOfRound = lossOfRound(RULE);
