import { GAUSSIAN_REPORTS, SHUFFLES } from "./coverage.js";
import { type JoinedRounds, joinAlikeRounds } from "./join-alike-rounds.js";
import type { Round } from "./round.js";
import { mergedRepetitions, type RepeatedRound } from "./rounds-of.js";

/**
 * Tried in turn, until few enough are left. Within 1/64 octave a round is charged with at least 98.9 % of its
 * noise, within 1/4 with 84 %, within 4 octaves with a sixteenth. Valid at any: every other one of them
 * raises an epsilon by up to 9 %, twice as many lower one by up to 2 %.
 */
const OCTAVES = [1 / 64, 1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 1, 4];

/** Rounds that spend at least as much. */
export interface FewerRounds extends JoinedRounds {
  /** How many different shuffles of Gaussian reports there are, and how many are charged for them. */
  readonly different: number;
  readonly groups: number;
}

/**
 * Of different shuffles of Gaussian reports that are more than `mostWork`, those that are alike are charged
 * as one: with the least noise, the fewest users and the most reports of them. What is left may still be
 * more.
 */
export function fewerRounds(rounds: readonly RepeatedRound[], mostWork: number): FewerRounds {
  const isOwn = ({ round }: RepeatedRound): boolean => isGaussianShuffle(round);
  const own = mergedRepetitions(rounds.filter(isOwn).map(withoutWeightShuffle));
  const joined = joinAlikeRounds(own, { side: "upper", workOf, mostWork, octaves: OCTAVES });
  const others = rounds.filter((each) => !isOwn(each));
  const different = own.length;
  const groups = joined.rounds.length;
  return {
    ...joined,
    rounds: groups === different ? rounds : [...joined.rounds, ...others],
    different,
    groups,
  };
}

function isGaussianShuffle({ kind, report }: Round): boolean {
  const shuffles: readonly string[] = SHUFFLES;
  const reports: readonly string[] = GAUSSIAN_REPORTS;
  return shuffles.includes(kind) && reports.includes(report.kind);
}

/** Shuffling weights is post-processing of the round inside. */
function withoutWeightShuffle({
  round: { weightShuffle: _, ...round },
  times,
}: RepeatedRound): RepeatedRound {
  return { round: round as Round, times };
}

/**
 * A shuffle counts as one; as one more each where the number of reports varies, with check-in, and where
 * reports are numbers.
 */
function workOf(rounds: readonly RepeatedRound[]): number {
  return rounds.reduce(
    (sum, { round: { kind, report } }) =>
      sum + 1 + (kind === "checkInShuffle" ? 1 : 0) + (report.kind === "gaussianScalar" ? 1 : 0),
    0,
  );
}
