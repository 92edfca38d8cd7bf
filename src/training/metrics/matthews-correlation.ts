import { checkClasses } from "./_internal/check-classes.js";
import { confusionCounts } from "./_internal/confusion-counts.js";

/**
 * Matthews' correlation of two classes, CoLA's measure: (TP TN - FP FN) / sqrt((TP + FP) (TP + FN) (TN + FP)
 * (TN + FN)).
 *
 * It is 0 where predicted or true classes are all the same: constant predictions are worth nothing.
 *
 * @param predicted 0 or 1 for each example
 * @param actual the true classes, 0 or 1
 * @returns a number in [-1, 1]
 * @throws DpError BAD_INPUT there are no examples, or not as many predictions as classes; OUT_OF_RANGE a
 *   class is neither 0 nor 1
 * @example matthewsCorrelation([1, 1, 1, 1, 0, 0, 0, 0], [1, 1, 1, 0, 1, 0, 0, 0]); // 0.5
 * @see Matthews, "Comparison of the predicted and observed secondary structure of T4 phage lysozyme", BBA
 *   1975
 */
export function matthewsCorrelation(predicted: ArrayLike<number>, actual: ArrayLike<number>): number {
  checkClasses("matthewsCorrelation", predicted, actual, 2);
  const counts = confusionCounts(predicted, actual, 1);
  const { truePositives: tp, falsePositives: fp, falseNegatives: fn, trueNegatives: tn } = counts;
  const scale = Math.sqrt((tp + fp) * (tp + fn)) * Math.sqrt((tn + fp) * (tn + fn));
  return scale === 0 ? 0 : Math.max(-1, Math.min(1, (tp * tn - fp * fn) / scale));
}
