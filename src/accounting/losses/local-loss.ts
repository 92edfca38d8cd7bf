import { PURE_REPORTS, SAME_SIZE } from "../rounds/coverage.js";
import { firstCovering, type LossOfRound, lossOfRound } from "../rounds/round-loss.js";
import { laplaceLossOfRound } from "./laplace-loss.js";
import { responsesLoss } from "./responses-loss.js";

const responsesLossOfRound: LossOfRound = lossOfRound({
  method: "pld",
  covers: [{ rounds: ["report"], reports: ["approximateLocal", ...PURE_REPORTS], adjacencies: SAME_SIZE }],
  lossOf: ({ report }) => responsesLoss(report),
});

/**
 * One report of a local randomizer that is not shuffled: the pair that dominates all of its (epsilon, delta),
 * or its own.
 */
export const localLossOfRound: LossOfRound = firstCovering("pld", [laplaceLossOfRound, responsesLossOfRound]);
