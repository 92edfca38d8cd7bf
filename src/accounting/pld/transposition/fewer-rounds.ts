import type { GaussianEvent, GaussianScalarEvent, MechanismEvent } from "../../../privacy/index.js";
import type { RoundEvent } from "../../../privacy/rounds-in.js";
import type { SHUFFLES } from "../../core/coverage.js";
import { mergedRounds, type RepeatedRound } from "../../core/rounds-of.js";

/** An event that spends at least as much as another one. */
export interface FewerRounds {
  readonly charged: MechanismEvent;
  /** How many different shuffles of Gaussian reports there are, and how many are charged for them. */
  readonly different: number;
  readonly groups: number;
  /** Of the groups: a shuffle counts as one; as one more each where the number of reports varies, with check-in, and where reports are numbers. */
  readonly work: number;
}

type ShuffleRound = Extract<RoundEvent, { kind: (typeof SHUFFLES)[number] }>;
type GaussianShuffle = ShuffleRound & { readonly of: GaussianEvent | GaussianScalarEvent };

/** Rounds are alike where noise multipliers are within such a factor, and numbers of users and reports within its square. */
const RATIOS = [1 / 64, 1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 1, 4].map((octaves) => 2 ** octaves);

/**
 * Of different shuffles of Gaussian reports that are more than `mostWork`, those that are alike are charged as one: with the least noise, the
 * fewest users and the most reports of them. What is left may still be more.
 *
 * Adding noise is post-processing, and so is dropping some of the reports, by number or each with a probability; fewer users are a
 * cohort of which some gave their reports away.
 *
 * @see docs/theorems/hidden-transposition.md, section 6
 */
export function fewerRounds(event: MechanismEvent, mostWork: number): FewerRounds {
  const rounds = mergedRounds(event).map(({ round, times }) => ({
    round: withoutWeightShuffle(round),
    times,
  }));
  const shuffles = groupsOf(
    rounds.flatMap(({ round, times }) => (isGaussianShuffle(round) ? [{ round, times }] : [])),
    (round) => JSON.stringify(round),
  );
  const different = shuffles.length;
  if (workOf(shuffles) <= mostWork) {
    return { charged: event, different, groups: different, work: workOf(shuffles) };
  }
  let groups = shuffles;
  for (let i = 0; i < RATIOS.length && workOf(groups) > mostWork; i++) {
    const logRatio = Math.log(RATIOS[i]!);
    groups = groupsOf(shuffles, (round) => cellOf(round, logRatio));
  }
  const others = rounds.filter(({ round }) => !isGaussianShuffle(round));
  const of = [...groups, ...others].map(
    ({ round, times }) => ({ kind: "repeat", times, of: round }) as const,
  );
  return { charged: { kind: "sequence", of }, different, groups: groups.length, work: workOf(groups) };
}

function workOf(rounds: readonly RepeatedRound<GaussianShuffle>[]): number {
  return rounds.reduce(
    (sum, { round: { kind, of } }) =>
      sum + 1 + (kind === "checkInShuffle" ? 1 : 0) + (of.kind === "gaussianScalar" ? 1 : 0),
    0,
  );
}

/** Shuffling weights is post-processing of the round inside. */
function withoutWeightShuffle(round: RoundEvent): RoundEvent {
  return round.kind === "weightShuffle" && isGaussianShuffle(round.of) ? round.of : round;
}

function isGaussianShuffle(event: MechanismEvent): event is GaussianShuffle {
  const { kind } = event;
  const isShuffle = kind === "shuffle" || kind === "subsampledShuffle" || kind === "checkInShuffle";
  return isShuffle && (event.of.kind === "gaussian" || event.of.kind === "gaussianScalar");
}

/** Of the rounds of each cell one that spends at least as much as any of them. */
function groupsOf(
  rounds: readonly RepeatedRound<GaussianShuffle>[],
  cellOf: (round: GaussianShuffle) => string,
): RepeatedRound<GaussianShuffle>[] {
  const found = new Map<string, RepeatedRound<GaussianShuffle>>();
  for (const { round, times } of rounds) {
    const cell = cellOf(round);
    const group = found.get(cell);
    const worse = group === undefined ? round : worst(group.round, round);
    found.set(cell, { round: worse, times: times + (group?.times ?? 0) });
  }
  return [...found.values()];
}

function cellOf(round: GaussianShuffle, logRatio: number): string {
  const placeOf = (value: number): number => Math.floor(Math.log(value) / logRatio);
  const counts = [round.users, countOf(round)].map((count) => placeOf(Math.sqrt(count)));
  return [round.kind, ...Object.keys(round.of), placeOf(noiseOf(round)), ...counts].join();
}

/** How many of the users report, or would on average. */
function countOf(round: GaussianShuffle): number {
  if (round.kind === "shuffle") return round.users;
  return round.kind === "subsampledShuffle" ? round.sampled : round.users * round.checkInRate;
}

/** A round that spends at least as much as both, which are of one kind. */
function worst(one: GaussianShuffle, other: GaussianShuffle): GaussianShuffle {
  const users = Math.min(one.users, other.users);
  const of = noiseOf(one) <= noiseOf(other) ? one.of : other.of;
  if (one.kind === "subsampledShuffle" && other.kind === "subsampledShuffle") {
    return { ...one, users, sampled: Math.min(users, Math.max(one.sampled, other.sampled)), of };
  }
  if (one.kind === "checkInShuffle" && other.kind === "checkInShuffle") {
    return { ...one, users, checkInRate: Math.max(one.checkInRate, other.checkInRate), of };
  }
  return { ...one, users, of };
}

function noiseOf({ of }: GaussianShuffle): number {
  return of.kind === "gaussianScalar" ? of.noiseToWidth : (of.noiseToClip ?? of.noiseMultiplier)!;
}
