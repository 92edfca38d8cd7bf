import { responseSets } from "../../rounds/response-sets.js";
import { replacementScores } from "../replacement-scores.js";
import { subsetScores } from "../subset-scores.js";
import type { CohortRow } from "./cohort-row.js";
import { holdEither } from "./others-hold.js";
import { twoLevelLoss } from "./two-level-loss.js";

/** What is not known of sets of which only the masses are. */
export const WORST_SETS =
  "this is what some randomizer of that epsilon, mass and overlap spends: one that is known may spend less";

/** Responses of two levels, of the worst sets. */
export const subsetResponseCohort: CohortRow<"subsetResponse"> = {
  remark: () => WORST_SETS,
  loneLoss: twoLevelLoss,
  cohorts: () => holdEither("a response of two levels"),
  scores: (report, holding, senders) =>
    (holding === "third" ? subsetScores : replacementScores)({ ...senders, ...responseSets(report) }),
};
