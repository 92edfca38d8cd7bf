import { composePld } from "../../pld/compose-pld.js";
import { discretePrivacyLoss } from "../../pld/discrete-privacy-loss.js";
import { laplacePrivacyLoss } from "../../pld/laplace-privacy-loss.js";
import type { PrivacyLossDistribution } from "../../pld/privacy-loss-distribution.js";
import { PURE_REPORTS, SAME_SIZE } from "../rounds/coverage.js";
import { type LossOfRound, lossOfRound } from "../rounds/round-loss.js";

/**
 * One report of a local randomizer that is not shuffled: the pair that dominates all of its (epsilon, delta).
 */
export const localLossOfRound: LossOfRound = lossOfRound({
  method: "pld",
  covers: [
    {
      rounds: ["report"],
      reports: ["approximateLocal", ...PURE_REPORTS],
      adjacencies: SAME_SIZE,
    },
  ],
  lossOf: ({ report }) => {
    // Less Laplace noise is charged as any local randomizer.
    if (report.kind === "laplaceScalar" && report.epsilon <= 30) {
      const loss = laplacePrivacyLoss({ laplaceScale: report.noiseToWidth });
      const source = "the Laplace mechanism's pair, of both ends of the interval";
      return { loss, status: "proven", assumptions: [], source };
    }
    if (report.kind === "answers") {
      const losses = report.parts.map(({ of, times }) => responseLoss(of.epsilon, 0).compose(times));
      const source = "Kairouz, Oh, Viswanath 2015, the dominating pairs of the answers in a message";
      return { loss: composePld(losses), status: "proven", assumptions: [], source };
    }
    const delta = report.kind === "local" ? (report.delta ?? 0) : 0;
    return {
      loss: responseLoss(report.epsilon, delta),
      status: "proven",
      assumptions: [],
      source: "Kairouz, Oh, Viswanath 2015, the dominating pair",
    };
  },
});

function responseLoss(epsilon: number, delta: number): PrivacyLossDistribution {
  const lieProbability = (1 - delta) / (1 + Math.exp(epsilon));
  const truthProbability = (1 - delta) / (1 + Math.exp(-epsilon));
  return discretePrivacyLoss({
    massP: [delta, truthProbability, lieProbability, 0],
    massQ: [0, lieProbability, truthProbability, delta],
  });
}
