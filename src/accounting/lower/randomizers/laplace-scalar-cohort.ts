import { laplacePrivacyLoss } from "../../../pld/laplace-privacy-loss.js";
import { laplaceScores } from "../laplace-scores.js";
import type { CohortRow } from "./cohort-row.js";
import { othersHold } from "./others-hold.js";

/** A number with Laplace noise, at the ends of its interval. */
export const laplaceScalarCohort: CohortRow<"laplaceScalar"> = {
  loneLoss: ({ noiseToWidth }) => laplacePrivacyLoss({ laplaceScale: noiseToWidth }),
  cohorts: () => [othersHold("replacement", "a number at an end of its interval, Laplace noise")],
  scores: (_, __, senders) => laplaceScores(senders),
};
