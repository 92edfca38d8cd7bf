import type { ChargedRounds } from "./charged-rounds.js";
import type { Round } from "./round.js";
import { mergedRepetitions, type RepeatedRound } from "./rounds-of.js";

/** How many different rounds there may be, of all kinds or of each. */
export type RoundLimit = number | ((round: Round) => number);

/** Beyond so many users of a check-in round, a tail of the number of hiding reports takes up to a quarter of a second. */
const VERY_MANY = 1e12;

/** For methods that spend most of their time on such tails. */
export const MOST_DIFFERENT: (round: Round) => number = (round) => (hasVeryManyUsers(round) ? 8 : 48);

/** The same where delta at an epsilon is a search, which takes many of them. */
export const MOST_SEARCHED: (round: Round) => number = (round) => (hasVeryManyUsers(round) ? 1 : 4);

function hasVeryManyUsers(round: Round): boolean {
  return round.kind === "checkInShuffle" && round.users > VERY_MANY;
}

/**
 * The same rounds, or where they are too many, check-in rounds as those of some of their users, which take less time, and a remark that says so: what
 * the others send is post-processing.
 */
export function withFewerUsers(rounds: readonly RepeatedRound[], limit: RoundLimit): ChargedRounds {
  const isTooMany = exceededLimit(rounds, limit) !== undefined;
  if (!isTooMany || !rounds.some(({ round }) => hasVeryManyUsers(round))) return { rounds };
  const charged = rounds.map(({ round, times }) => ({
    round: hasVeryManyUsers(round) ? { ...round, users: VERY_MANY } : round,
    times,
  }));
  return {
    rounds: mergedRepetitions(charged),
    remark: "check-in rounds of more than 1e12 users are charged as of 1e12",
  };
}

/** The limit of those rounds of which there may be the fewest. */
export function leastLimit(rounds: readonly RepeatedRound[], limit: RoundLimit): number {
  return rounds.reduce((least, { round }) => Math.min(least, limitOf(round, limit)), Infinity);
}

function limitOf(round: Round, limit: RoundLimit): number {
  return typeof limit === "number" ? limit : limit(round);
}

/** The limit of those rounds of which there may be the fewest, where there are too many: different kinds count by their shares. */
export function exceededLimit(rounds: readonly RepeatedRound[], limit: RoundLimit): number | undefined {
  let [shares, least] = [0, Infinity];
  for (const { round } of rounds) {
    const most = limitOf(round, limit);
    shares += 1 / most;
    least = Math.min(least, most);
  }
  return shares > 1 + 2 ** -20 ? least : undefined;
}
