import { DpError } from "../../../errors.js";
import { ROUNDING, roundedUp } from "../../../numerics/rounding.js";
import { DOMAIN } from "../../../validate.js";
import { answerParts } from "../answers/answer-parts.js";
import type { ReportRow } from "./report-kind.js";
import { NUMBER } from "./work.js";

/** Several answers of a user in one message. */
export const answersReport: ReportRow<"answers"> = {
  words: { answers: "several answers" },
  coveredAs: () => "answers",
  bearings: { of: "same", parts: "follows", epsilon: "follows", presence: "same" },
  work: () => NUMBER,
  read: (event) => {
    const parts = answerParts(event);
    const sum = parts.reduce((total, { of, times }) => total + times * of.epsilon, 0);
    const epsilon = roundedUp(sum, ROUNDING.formula);
    if (epsilon > DOMAIN.localEpsilon.max) throw tooMuch(sum);
    return { ...event, parts, epsilon, presence: 1 };
  },
};

function tooMuch(sum: number): DpError {
  const allowed = `below ${DOMAIN.localEpsilon.max}`;
  const message = `event: the sum of the answers' epsilons must be ${allowed}, got ${sum}; more noise hides more`;
  return new DpError("NOT_APPLICABLE", message, { parameter: "event.of", value: sum, allowed });
}
