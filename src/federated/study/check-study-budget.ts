import { DpError } from "../../errors.js";
import { checkFields } from "../../validate.js";
import type { StudyFigures } from "../messages/study-figures.js";
import { readStudy } from "./read-study.js";
import type { Study } from "./study.js";

/**
 * Checks that all rounds of a study stay within its budget, against readers of the results.
 *
 * @throws DpError BUDGET_EXCEEDED they do not
 */
export function checkStudyBudget(given: Study, figures: StudyFigures): void {
  const study = readStudy("study", given);
  const { full } = checkFields("checkStudyBudget: figures", figures, "what studyFigures returns");
  const { upper } = full.guarantee.epsilon;
  const { epsilon, delta } = study.budget;
  if (upper <= epsilon) return;
  throw new DpError(
    "BUDGET_EXCEEDED",
    `study: epsilon of ${study.rounds} rounds must be at most ${epsilon} (${study.adjacency}, delta ${delta}), got ${upper}; plan fewer rounds, a higher floor, more dummies or a smaller localEpsilon`,
    { parameter: "study.budget.epsilon", value: upper, allowed: `at most ${epsilon}` },
  );
}
