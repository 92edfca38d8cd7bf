import { checkClasses } from "./_internal/check-classes.js";

/**
 * The share of examples whose class was predicted.
 *
 * @param predicted a class for each example
 * @param actual the true classes
 * @returns a number in [0, 1]
 * @throws DpError BAD_INPUT there are no examples, or not as many predictions as classes; OUT_OF_RANGE a
 *   class is no integer >= 0
 * @example accuracy([1, 0, 2], [1, 1, 2]); // 0.6666666666666666
 */
export function accuracy(predicted: ArrayLike<number>, actual: ArrayLike<number>): number {
  checkClasses("accuracy", predicted, actual);
  let right = 0;
  for (let i = 0; i < actual.length; i++) if (predicted[i] === actual[i]) right += 1;
  return right / actual.length;
}
