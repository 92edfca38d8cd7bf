import { checkNumber, type Range } from "../../validate.js";

const RANGE: Range = { min: 1e-6, max: 30, advice: "below, a report has no use; above, no privacy" };

/** Checks the ε of one report; within the range all its probabilities are accurate. `name` is the parameter's path. */
export function checkEpsilon(name: string, epsilon: number): number {
  return checkNumber(name, epsilon, RANGE);
}
