import type { Rounds } from "./certify.js";

const ROUNDING = 1 + 2 ** -40;

/**
 * An upper bound on delta(0) of composed pairs, which costs nothing: E|Z - 1| / 2 <= sqrt(chi^2) / 2, and 1 + chi^2 multiplies over
 * rounds; 1 where a pair's is not known.
 */
export function totalVariationBound(rounds: readonly Rounds[]): number {
  const logSquare = rounds.reduce(
    (sum, { pair, times }) => sum + times * Math.log1p(pair.chiSquare ?? Infinity),
    0,
  );
  return Math.min(1, (Math.sqrt(Math.expm1(logSquare * ROUNDING)) / 2) * ROUNDING);
}
