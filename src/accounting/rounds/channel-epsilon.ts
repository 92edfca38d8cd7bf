import { ROUNDING, roundedUp } from "../../numerics/rounding.js";
import { DOMAIN } from "../../validate.js";

/**
 * The largest log-ratio of two inputs' probabilities of a report, rounded up; infinite where only one of them
 * is zero.
 */
export function channelEpsilon(matrix: readonly (readonly number[])[]): number {
  const sums = matrix.map((row) => row.reduce((sum, each) => sum + each, 0));
  const largest = matrix[0]!.map((_, report) => {
    const masses = matrix.map((row, input) => row[report]! / sums[input]!);
    const most = Math.max(...masses);
    const least = Math.min(...masses);
    return most === least ? 0 : Math.log(most / least);
  });
  const epsilon = Math.max(...largest);
  return epsilon === 0 ? 0 : Math.max(DOMAIN.localEpsilon.min, roundedUp(epsilon, ROUNDING.sum) + 2 ** -50);
}
