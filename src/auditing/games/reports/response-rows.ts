import type { RandomizedResponseEvent } from "../../../privacy/index.js";

/** k-ary response about each of some answers; all other answers' reports have one law and count as one. */
export function responseRows(
  { epsilon, categories }: RandomizedResponseEvent,
  answers: readonly number[],
): (readonly number[])[] {
  const truth = 1 / (1 + (categories - 1) * Math.exp(-epsilon));
  const lie = truth * Math.exp(-epsilon);
  const named = [...new Set(answers)];
  const rest = (categories - named.length) * lie;
  return answers.map((answer) => [...named.map((each) => (each === answer ? truth : lie)), rest]);
}
