import { composePld } from "../../pld/compose-pld.js";
import { discretePrivacyLoss } from "../../pld/discrete-privacy-loss.js";
import type { PrivacyLossDistribution } from "../../pld/privacy-loss-distribution.js";
import { localDelta } from "../rounds/local-delta.js";
import { localRowOf } from "../rounds/reports/registry.js";
import type { LocalReport } from "../rounds/round.js";
import type { RoundLoss } from "../rounds/round-loss.js";

/** The loss of one report, bounded by the composition of its responses, each of its delta. */
export function responsesLoss(report: LocalReport): RoundLoss {
  const row = localRowOf(report);
  const delta = localDelta(report);
  const losses = row.responses(report).map(({ epsilon, times }) => binaryLoss(epsilon, delta).compose(times));
  return { loss: composePld(losses), status: "proven", assumptions: [], source: row.sources.loss };
}

/** The pair that dominates all of that epsilon and delta. */
function binaryLoss(epsilon: number, delta: number): PrivacyLossDistribution {
  const lieProbability = (1 - delta) / (1 + Math.exp(epsilon));
  const truthProbability = (1 - delta) / (1 + Math.exp(-epsilon));
  return discretePrivacyLoss({
    massP: [delta, truthProbability, lieProbability, 0],
    massQ: [0, lieProbability, truthProbability, delta],
  });
}
