import { responsesLoss } from "../../losses/responses-loss.js";
import { responseScores } from "../response-scores.js";
import type { CohortRow } from "./cohort-row.js";
import { othersHold } from "./others-hold.js";

/** The worst randomizer of an epsilon and a delta. */
export const localCohort: CohortRow<"local"> = {
  remark: () =>
    "this is what some randomizer of that local epsilon and delta spends: one that is known may spend less",
  loneLoss: (report) => responsesLoss(report).loss,
  cohorts: () => [othersHold("third", "3-ary response"), othersHold("replacement", "binary response")],
  scores: (_, holding, senders) => responseScores({ ...senders, categories: holding === "third" ? 3 : 2 }),
};
