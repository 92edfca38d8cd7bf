import { composePld } from "../../pld/compose-pld.js";
import { discretePrivacyLoss } from "../../pld/discrete-privacy-loss.js";
import type { PrivacyLossDistribution } from "../../pld/privacy-loss-distribution.js";
import type { Responses } from "../rounds/reports/local-row.js";
import { localRowOf } from "../rounds/reports/registry.js";
import type { LocalReport } from "../rounds/round.js";
import type { RoundLoss } from "../rounds/round-loss.js";

/** Of a report by itself: of the responses in which it is no worse hidden. */
export function responsesLoss(report: LocalReport): RoundLoss {
  const row = localRowOf(report);
  const losses = row.responses(report).map((each) => binaryLoss(each).compose(each.times));
  return {
    loss: composePld(losses),
    status: "proven",
    assumptions: [],
    source: row.sources.loss,
  };
}

/** The pair that dominates all of that epsilon and delta. */
function binaryLoss({ epsilon, delta = 0 }: Responses): PrivacyLossDistribution {
  const lieProbability = (1 - delta) / (1 + Math.exp(epsilon));
  const truthProbability = (1 - delta) / (1 + Math.exp(-epsilon));
  return discretePrivacyLoss({
    massP: [delta, truthProbability, lieProbability, 0],
    massQ: [0, lieProbability, truthProbability, delta],
  });
}
