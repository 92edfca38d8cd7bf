import { laplacePrivacyLoss } from "../../pld/laplace-privacy-loss.js";
import { SAME_SIZE } from "../rounds/coverage.js";
import { type LossOfRound, lossOfRound } from "../rounds/round-loss.js";

/** One number with Laplace noise that is not shuffled: of both ends of the interval. */
export const laplaceLossOfRound: LossOfRound = lossOfRound({
  method: "pld",
  covers: [{ rounds: ["report"], reports: ["laplaceScalar"], adjacencies: SAME_SIZE }],
  lossOf: ({ report }) => ({
    loss: laplacePrivacyLoss({ laplaceScale: report.noiseToWidth }),
    status: "proven",
    assumptions: [],
    source: "the Laplace mechanism's pair, of both ends of the interval",
  }),
});
