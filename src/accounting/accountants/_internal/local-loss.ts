import { notApplicable } from "../../core/accountant.js";
import { checkReportSent } from "../../core/check-report-sent.js";
import { discretePrivacyLoss } from "../../pld/discrete-privacy-loss.js";
import type { LossOfRound } from "../../pld/pld-accountant.js";

/** One report of a local randomizer that is not shuffled: the pair that dominates all of its (epsilon, delta). */
export const localLoss: LossOfRound = (round, adjacency) => {
  if (round.kind !== "local" && round.kind !== "randomizedResponse") {
    throw notApplicable("pld", `no pair is known for kind ${round.kind}`);
  }
  checkReportSent("pld", adjacency);
  const delta = round.kind === "local" ? (round.delta ?? 0) : 0;
  const lie = (1 - delta) / (1 + Math.exp(round.epsilon));
  const truth = (1 - delta) / (1 + Math.exp(-round.epsilon));
  return {
    loss: discretePrivacyLoss({ massP: [delta, truth, lie, 0], massQ: [0, lie, truth, delta] }),
    status: "proven",
    assumptions: [],
    source: "Kairouz, Oh, Viswanath 2015, the dominating pair",
  };
};
