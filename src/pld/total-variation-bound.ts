import type { RepeatedPair } from "./dominating-pair.js";

/**
 * An upper bound on delta(0) of composed pairs, without discretization: that of the rounds adds up; and E|R - 1| / 2 <= sqrt(chi^2) / 2, where
 * 1 + chi^2 multiplies over rounds. 1 where neither is known.
 */
export function totalVariationBound(rounds: readonly RepeatedPair[]): number {
  const sum = rounds.reduce((total, { pair, times }) => total + times * (pair.totalVariation ?? 1), 0);
  const root = Math.hypot(
    ...rounds.map(({ pair, times }) => logRootOf(pair.chi ?? Infinity) * Math.sqrt(times)),
  );
  const chi = root < SMALL ? root : Math.sqrt(Math.expm1(root ** 2 * ROUNDING));
  return Math.min(1, sum * ROUNDING, (chi / 2) * ROUNDING + 2 * Number.MIN_VALUE);
}

const ROUNDING = 1 + 2 ** -40;

/** Of which the square is nothing beside one. */
const SMALL = 2 ** -30;

/** The root of log(1 + chi^2), or up to as much more as rounding. */
function logRootOf(chi: number): number {
  return chi < SMALL ? chi : Math.sqrt(Math.log1p(chi ** 2));
}
