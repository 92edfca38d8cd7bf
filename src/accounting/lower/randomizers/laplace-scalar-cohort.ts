import { laplacePrivacyLoss } from "../../../pld/laplace-privacy-loss.js";
import { MAX_LOCAL_EPSILON } from "../../losses/max-local-epsilon.js";
import { laplaceScores } from "../laplace-scores.js";
import type { CohortRow } from "./cohort-row.js";
import { othersHold } from "./others-hold.js";

/** A number with Laplace noise, at the ends of its interval. */
export const laplaceScalarCohort: CohortRow<"laplaceScalar"> = {
  loneLoss: ({ noiseToWidth }) =>
    laplacePrivacyLoss({ laplaceScale: Math.max(noiseToWidth, 1 / MAX_LOCAL_EPSILON) }),
  cohorts: () => [othersHold("replacement", "a number at an end of its interval, Laplace noise")],
  scores: (_, __, senders) => laplaceScores(senders),
};
