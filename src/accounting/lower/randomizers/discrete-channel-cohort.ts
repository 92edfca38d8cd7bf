import { ROUNDING } from "../../../numerics/rounding.js";
import { discretePrivacyLoss } from "../../../pld/discrete-privacy-loss.js";
import { PrivacyLossDistribution } from "../../../pld/privacy-loss-distribution.js";
import { likelihoodScores } from "../likelihood-scores.js";
import { channelRatios, worstChannelCohort } from "../worst-channel-cohort.js";
import type { CohortRow } from "./cohort-row.js";
import { othersHold } from "./others-hold.js";

/** A randomizer given by its matrix, of its own inputs. */
export const discreteChannelCohort: CohortRow<"discreteChannel"> = {
  loneLoss({ matrix }) {
    const cohort = worstChannelCohort(matrix);
    if (cohort === undefined) return new PrivacyLossDistribution([]);
    return discretePrivacyLoss({ massP: [...cohort.record], massQ: [...cohort.replacement] });
  },
  cohorts: ({ matrix }) =>
    worstChannelCohort(matrix) === undefined
      ? []
      : [
          { holding: "third", words: "the three inputs that hide each other least" },
          othersHold("replacement", "the two inputs of which one hides the other least"),
        ],
  scores({ matrix }, holding, { copies }) {
    const cohort = worstChannelCohort(matrix, holding === "third" ? undefined : "replacement")!;
    const { others, record, replacement } = cohort;
    const laws = { others, changed: [record, replacement] as const, ratio: channelRatios(cohort) };
    return likelihoodScores({ ...laws, massError: ROUNDING.longFormula }, copies);
  },
};
