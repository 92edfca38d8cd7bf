import { isGaussian } from "../rounds/as-gaussian.js";
import {
  ALL_ADJACENCIES,
  type Coverage,
  GAUSSIAN_REPORTS,
  PURE_REPORTS,
  SAME_SIZE,
  SHUFFLES,
} from "../rounds/coverage.js";
import type { Round } from "../rounds/round.js";
import { type LossOfRound, lossOfRound } from "../rounds/round-loss.js";
import { centralLossOfRound } from "./central-loss.js";
import { localLossOfRound } from "./local-loss.js";

const REPORTS = [...GAUSSIAN_REPORTS, ...PURE_REPORTS, "approximateLocal"] as const;

const COVERS: readonly Coverage<"randomAllocation" | (typeof SHUFFLES)[number], (typeof REPORTS)[number]>[] =
  [
    { rounds: ["randomAllocation"], reports: ["gaussian"], adjacencies: ALL_ADJACENCIES },
    { rounds: ["randomAllocation"], reports: REPORTS, adjacencies: SAME_SIZE },
    { rounds: SHUFFLES, reports: REPORTS, adjacencies: SAME_SIZE, blocksAndDummies: "also" },
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
