import type { Adjacency } from "../../privacy/index.js";
import { type Accountant, notApplicable } from "../core/accountant.js";
import type { RoundEvent } from "../core/rounds-of.js";
import { pldAccountant, type RoundLoss } from "../pld/pld-accountant.js";
import { poissonGaussianPrivacyLoss } from "../pld/poisson-gaussian-privacy-loss.js";

const METHOD = "pld-poisson";

/** The exact privacy loss of central DP-SGD with Poisson sampling: `proven`. */
export const poissonPldAccountant: Accountant = pldAccountant(METHOD, poissonLoss);

export function poissonLoss(round: RoundEvent, adjacency: Adjacency): RoundLoss {
  const step = round.kind === "weightShuffle" ? round.of : round; // post-processing
  if (step.kind !== "poissonSample" || step.of.kind !== "gaussian") {
    throw notApplicable(METHOD, "it covers poissonSample of gaussian");
  }
  if (adjacency === "replace-one") {
    throw notApplicable(METHOD, "it covers add-or-remove and zero-out adjacency; see rdp-poisson");
  }
  return {
    loss: poissonGaussianPrivacyLoss({ samplingRate: step.rate, noiseMultiplier: step.of.noiseMultiplier }),
    status: "proven",
    assumptions: ["honest-aggregator"],
    source: "Zhu, Dong, Wang 2022, Theorem 11",
  };
}
