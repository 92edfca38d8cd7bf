import { checkClasses } from "./_internal/check-classes.js";
import { f1Score } from "./f1-score.js";

/**
 * The mean F1 score of the classes that occur, among the predicted ones or among the true ones.
 *
 * A class that neither is predicted nor true has no score, and does not lower the mean.
 *
 * @param predicted a class for each example
 * @param actual the true classes
 * @returns a number in [0, 1]
 * @throws DpError BAD_INPUT there are no examples, or not as many predictions as classes; OUT_OF_RANGE a
 *   class is no integer >= 0
 * @example macroF1([0, 0, 5], [0, 5, 5]); // 0.6666666666666666
 */
export function macroF1(predicted: ArrayLike<number>, actual: ArrayLike<number>): number {
  checkClasses("macroF1", predicted, actual);
  const classes = [...new Set([...Array.from(predicted), ...Array.from(actual)])].sort((a, b) => a - b);
  return classes.reduce((sum, each) => sum + f1Score(predicted, actual, each), 0) / classes.length;
}
