import { isGaussian } from "./as-gaussian.js";
import { type JoinedRounds, joinAlikeRounds } from "./join-alike-rounds.js";
import type { Round } from "./round.js";
import type { RepeatedRound } from "./rounds-of.js";

/**
 * Laws of sampled rounds, of Gaussian noise and of more than MANY_REPORTS reports count for this many of
 * fewer reports of local randomizers, as they are on finer lattices; those of check-in Gaussian reports take
 * up to three times as long again. Valid at any value: half of the first two raises a lower end by up to 8 %
 * in up to twice the time, twice as much lowers one by up to 23 %. Twice or half of MANY_REPORTS changes
 * none.
 */
const LAW_WORK = 32;
const CHECK_IN_LAW_WORK = 96;
const MANY_REPORTS = 1e4;

/**
 * Of different rounds that take more than `mostWork`, those that are alike count as one that spends no more
 * than any of them: with the most noise or the least epsilon, the most reports and the lowest sampling rate.
 * What is left may still take more.
 *
 * @see docs/theorems/lower-ends.md, section 1
 */
export function milderRounds(rounds: readonly RepeatedRound[], mostWork: number): JoinedRounds {
  return joinAlikeRounds(rounds, { side: "lower", workOf, mostWork });
}

function workOf(rounds: readonly RepeatedRound[]): number {
  return rounds.length * rounds.reduce((most, { round }) => Math.max(most, lawWork(round)), 0);
}

function lawWork(round: Round): number {
  if (isGaussian(round.report)) return round.kind === "checkInShuffle" ? CHECK_IN_LAW_WORK : LAW_WORK;
  const isShort = round.kind === "report" || (round.kind === "shuffle" && round.reports <= MANY_REPORTS);
  return isShort ? 1 : LAW_WORK;
}
