import { replacementScores } from "../replacement-scores.js";
import { responseScores } from "../response-scores.js";
import type { CohortRow } from "./cohort-row.js";
import { holdEither, othersHold } from "./others-hold.js";
import { twoLevelLoss } from "./two-level-loss.js";

/** k-ary response; with two categories there is no third record. */
export const randomizedResponseCohort: CohortRow<"randomizedResponse"> = {
  loneLoss: twoLevelLoss,
  cohorts: ({ categories }) =>
    categories === 2
      ? [othersHold("replacement", "binary response")]
      : holdEither(`${categories}-ary response`),
  scores: ({ categories }, holding, senders) =>
    holding === "third" || categories === 2
      ? responseScores({ ...senders, categories })
      : replacementScores({ ...senders, mass: 1 / categories, overlap: 0 }),
};
