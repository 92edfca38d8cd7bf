import { laplacePrivacyLoss } from "../../pld/laplace-privacy-loss.js";
import { SAME_SIZE } from "../rounds/coverage.js";
import { type LossOfRound, lossOfRound } from "../rounds/round-loss.js";
import { MAX_LOCAL_EPSILON } from "./max-local-epsilon.js";
import { responsesLoss } from "./responses-loss.js";

/** One number with Laplace noise that is not shuffled: of both ends of the interval. */
export const laplaceLossOfRound: LossOfRound = lossOfRound({
  method: "pld",
  covers: [{ rounds: ["report"], reports: ["laplaceScalar"], adjacencies: SAME_SIZE }],
  lossOf: ({ report }) =>
    // Less noise is charged as any local randomizer.
    report.epsilon > MAX_LOCAL_EPSILON
      ? responsesLoss(report)
      : {
          loss: laplacePrivacyLoss({ laplaceScale: report.noiseToWidth }),
          status: "proven",
          assumptions: [],
          source: "the Laplace mechanism's pair, of both ends of the interval",
        },
});
