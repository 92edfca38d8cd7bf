import type { Round } from "./round.js";
import type { RepeatedRound } from "./rounds-of.js";

/** How many different rounds there may be, of all kinds or of each. */
export type RoundLimit = number | ((round: Round) => number);

/**
 * For methods that sum over the counts of every round. Valid at any number: twice as many take twice as long.
 */
export const MAX_DIFFERENT = 48;

/**
 * The same where delta at an epsilon is a search, which takes many such sums. Valid at any number: twice as
 * many take twice as long.
 */
export const MAX_SEARCHED = 4;

/** The limit of those rounds of which there may be the fewest. */
export function leastLimit(rounds: readonly RepeatedRound[], limit: RoundLimit): number {
  return rounds.reduce((least, { round }) => Math.min(least, limitOf(round, limit)), Infinity);
}

function limitOf(round: Round, limit: RoundLimit): number {
  return typeof limit === "number" ? limit : limit(round);
}

/**
 * The limit of those rounds of which there may be the fewest, where there are too many: different kinds count
 * by their shares.
 */
export function exceededLimit(rounds: readonly RepeatedRound[], limit: RoundLimit): number | undefined {
  const shares = rounds.reduce((sum, { round }) => sum + 1 / limitOf(round, limit), 0);
  return shares > 1 + 2 ** -20 ? leastLimit(rounds, limit) : undefined;
}
