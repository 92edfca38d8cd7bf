import erfc from "@stdlib/math-base-special-erfc";

/** Phi(x), the standard normal law's mass below x; relative error below 1e-13 where x >= -37. */
export function normalCdf(x: number): number {
  return erfc(-x * Math.SQRT1_2) / 2;
}
