import erfc from "@stdlib/math-base-special-erfc";

/**
 * The standard normal law's mass between two points, from <= to; ends may be infinite.
 *
 * Error below 1e-15 of the mass beyond the nearer end, or of one where the interval holds zero.
 */
export function normalInterval(from: number, to: number): number {
  if (from > 0) return (erfc(from * Math.SQRT1_2) - erfc(to * Math.SQRT1_2)) / 2;
  if (to < 0) return (erfc(-to * Math.SQRT1_2) - erfc(-from * Math.SQRT1_2)) / 2;
  return 1 - (erfc(-from * Math.SQRT1_2) + erfc(to * Math.SQRT1_2)) / 2;
}
