import { ROUNDING, roundedUp } from "../../../numerics/rounding.js";
import { answerParts, epsilonOf } from "../../../privacy/answer-parts.js";
import type { ReportRow } from "./report-kind.js";
import { NUMBER } from "./work.js";

/** Several answers of a user in one message. */
export const answersReport: ReportRow<"answers"> = {
  words: { answers: "several answers" },
  coveredAs: () => "answers",
  bearings: { of: "same", parts: "follows", epsilon: "follows", presence: "same" },
  work: () => NUMBER,
  read: (event) => {
    const parts = answerParts("event", event.of);
    return { ...event, parts, epsilon: roundedUp(epsilonOf(parts), ROUNDING.formula), presence: 1 };
  },
};
