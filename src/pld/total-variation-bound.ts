import { ROUNDING, roundedUp } from "../numerics/rounding.js";
import type { RepeatedPair } from "./dominating-pair.js";

/**
 * An upper bound on delta(0) of composed pairs, without discretization: that of the rounds adds up; and E|R -
 * 1| / 2 <= sqrt(chi^2) / 2, where 1 + chi^2 multiplies over rounds. 1 where neither is known.
 */
export function totalVariationBound(rounds: readonly RepeatedPair[]): number {
  const sum = rounds.reduce((total, { pair, times }) => total + times * (pair.totalVariation ?? 1), 0);
  const logOfAll = rounds.reduce(
    (log, { pair, times }) => log + times * Math.log1p((pair.chi ?? Infinity) ** 2),
    0,
  );
  const up = (value: number): number => roundedUp(value, ROUNDING.longSum);
  return Math.min(1, up(sum), up(Math.sqrt(Math.expm1(up(logOfAll))) / 2));
}
