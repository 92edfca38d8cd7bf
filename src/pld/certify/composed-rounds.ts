import { ROUNDING, roundedUp } from "../../numerics/rounding.js";
import type { RepeatedPair } from "../dominating-pair.js";

type Repeated<Pair> = readonly { readonly pair: Pair; readonly times: number }[];

/** How many rounds there are. */
export function countOf(rounds: readonly Pick<RepeatedPair, "times">[]): number {
  return rounds.reduce((sum, { times }) => sum + times, 0);
}

/** About the standard deviation of the composed loss. */
export function composedStdDev(rounds: Repeated<Pick<RepeatedPair["pair"], "lossStdDev">>): number {
  return Math.hypot(...rounds.map(({ pair, times }) => pair.lossStdDev * Math.sqrt(times)));
}

/** A bound on the composed loss in both directions; Infinity where a round has none. */
export function largestLoss(rounds: Repeated<Pick<RepeatedPair["pair"], "largestLoss">>): number {
  const sum = rounds.reduce((all, { pair, times }) => all + times * (pair.largestLoss ?? Infinity), 0);
  return roundedUp(sum, ROUNDING.longSum);
}
