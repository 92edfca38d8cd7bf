import { composePld } from "../../../pld/compose-pld.js";
import { answerCohort } from "../answer-cohort.js";
import { likelihoodScores } from "../likelihood-scores.js";
import type { CohortRow } from "./cohort-row.js";
import { holdEither } from "./others-hold.js";
import { WORST_SETS } from "./subset-response-cohort.js";
import { twoLevelLoss } from "./two-level-loss.js";

/** Several answers; their sets may be any of their descriptions. */
export const answersCohort: CohortRow<"answers"> = {
  remark: ({ parts }) => (parts.some(({ of }) => of.kind === "subsetResponse") ? WORST_SETS : undefined),
  loneLoss: ({ parts }) => composePld(parts.map(({ of, times }) => twoLevelLoss(of).compose(times))),
  cohorts: () => holdEither("several answers, in each"),
  scores: ({ parts }, holding, { copies }) => likelihoodScores(answerCohort(parts, holding), copies),
};
