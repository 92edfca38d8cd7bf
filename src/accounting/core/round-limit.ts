import type { Round } from "./round.js";
import type { RepeatedRound } from "./rounds-of.js";

/** How many different rounds there may be, of all kinds or of each. */
export type RoundLimit = number | ((round: Round) => number);

/** From so many users on, tails of how many of their reports hide one take up to a quarter of a second. */
const VERY_MANY = 1e12;
const MOST = { veryMany: 8, other: 48 };

/** Different rounds for a method that takes most of its time for tails of numbers of reports. */
export function mostByUsers(round: Round): number {
  return "users" in round && round.users > VERY_MANY ? MOST.veryMany : MOST.other;
}

/** The limit of those rounds of which there may be the fewest, where there are too many: different kinds count by their shares. */
export function exceededLimit(rounds: readonly RepeatedRound[], limit: RoundLimit): number | undefined {
  let [shares, least] = [0, Infinity];
  for (const { round } of rounds) {
    const most = typeof limit === "number" ? limit : limit(round);
    shares += 1 / most;
    least = Math.min(least, most);
  }
  return shares > 1 + 2 ** -20 ? least : undefined;
}
