import { checkNumber, RANGES } from "../../validate.js";
import { checkClasses } from "./_internal/check-classes.js";
import { confusionCounts } from "./_internal/confusion-counts.js";

/**
 * The F1 score of one class: the harmonic mean of precision and recall, 2 TP / (2 TP + FP + FN).
 *
 * It is 0 where the class is neither predicted nor true.
 *
 * @param predicted a class for each example
 * @param actual the true classes
 * @param positive the class; default 1
 * @returns a number in [0, 1]
 * @throws DpError BAD_INPUT there are no examples, or not as many predictions as classes; OUT_OF_RANGE a
 *   class is no integer >= 0
 * @example f1Score([1, 1, 0, 0], [1, 0, 1, 1]); // 0.4
 */
export function f1Score(predicted: ArrayLike<number>, actual: ArrayLike<number>, positive = 1): number {
  checkClasses("f1Score", predicted, actual);
  checkNumber("f1Score: positive", positive, RANGES.nonNegativeInteger);
  const { truePositives, falsePositives, falseNegatives } = confusionCounts(predicted, actual, positive);
  return (2 * truePositives) / Math.max(1, 2 * truePositives + falsePositives + falseNegatives);
}
