import { ROUNDING, roundedUp } from "../../../numerics/rounding.js";
import { answerParts, epsilonOf } from "../../../privacy/answer-parts.js";
import type { LocalRow } from "./local-row.js";
import { NUMBER } from "./work.js";

/** Several answers of a user in one message. */
export const answersReport: LocalRow<"answers"> = {
  words: { answers: "several answers" },
  coveredAs: () => "answers",
  pure: "answers",
  bearings: { of: "same", parts: "follows", epsilon: "follows", presence: "same" },
  work: () => NUMBER,
  read: (event) => {
    const parts = answerParts("event", event.of);
    return { ...event, parts, epsilon: roundedUp(epsilonOf(parts), ROUNDING.formula), presence: 1 };
  },
  sources: {
    epsilon: "the sum of the answers' own guarantees",
    curve: "Mironov 2017, Propositions 1 and 5, of the answers in a message",
    loss: "Kairouz, Oh, Viswanath 2015, the dominating pairs of the answers in a message",
  },
  epsilonIs: "an upper bound",
  delta: () => 0,
  responses: ({ parts }) =>
    parts.map(({ of, times }) => ({
      epsilon: of.epsilon,
      ...(of.kind === "randomizedResponse" && { categories: of.categories }),
      times,
    })),
  isBinary: () => false,
  withAbsence: (report, joins) => ({ ...report, presence: joins }),
};
