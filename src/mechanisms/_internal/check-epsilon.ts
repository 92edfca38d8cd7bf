import { checkNumber, LOCAL_EPSILONS } from "../../validate.js";

/**
 * Checks the ε of one report; within the range all its probabilities are accurate. `name` is the parameter's
 * path.
 */
export function checkEpsilon(name: string, epsilon: number): number {
  return checkNumber(name, epsilon, LOCAL_EPSILONS);
}
