import { isGaussian } from "../rounds/as-gaussian.js";
import { ALL_ADJACENCIES, BOUNDED_REPORTS, type Coverage, SAME_SIZE, SHUFFLES } from "../rounds/coverage.js";
import type { Round } from "../rounds/round.js";
import { type LossOfRound, lossOfRound } from "../rounds/round-loss.js";
import { centralLossOfRound } from "./central-loss.js";
import { localLossOfRound } from "./local-loss.js";

const COVERS: readonly Coverage<
  "randomAllocation" | (typeof SHUFFLES)[number],
  (typeof BOUNDED_REPORTS)[number]
>[] = [
  { rounds: ["randomAllocation"], reports: ["gaussian"], adjacencies: ALL_ADJACENCIES },
  { rounds: ["randomAllocation"], reports: BOUNDED_REPORTS, adjacencies: SAME_SIZE },
  { rounds: SHUFFLES, reports: BOUNDED_REPORTS, adjacencies: SAME_SIZE, blocksAndDummies: "also" },
];

/**
 * The pair of the changed record's own report, of which the round is a post-processing: what holds with no
 * credit for shuffling, sampling or allocation.
 */
export const unamplifiedLossOfRound: LossOfRound = lossOfRound({
  method: "pld",
  covers: COVERS,
  lossOf: ({ report }, ...query) => {
    const alone: Round = { kind: "report", report };
    const own = (isGaussian(report) ? centralLossOfRound : localLossOfRound)(alone, ...query);
    return { ...own, source: `${own.source}; post-processing` };
  },
});
