/** Standard deviations beyond which a normal law has less than `negligible` mass: Phi(-z) <= e^(-z^2 / 2) / 2. */
export function normalReach(negligible: number): number {
  return Math.sqrt(-2 * Math.log(negligible));
}
