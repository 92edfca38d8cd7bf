import erfcinv from "@stdlib/math-base-special-erfcinv";

/** The x with Phi(x) = probability; -Infinity at 0, Infinity at 1. */
export function normalQuantile(probability: number): number {
  return -Math.SQRT2 * erfcinv(2 * probability);
}
