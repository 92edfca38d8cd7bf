import { compensatedSum } from "../../numerics/compensated-sum.js";
import { ROUNDING, roundedDown } from "../../numerics/rounding.js";
import type { Adjacency, MechanismEvent } from "../../privacy/index.js";
import { type RoundEvent, roundsIn } from "../../privacy/rounds-in.js";
import { asGaussian, type GaussianReport } from "./as-gaussian.js";
import { GAUSSIAN_REPORTS } from "./coverage.js";
import { readRound, roundsOfBlocks } from "./read-round.js";
import type { Round } from "./round.js";

/** A round and how often it runs. */
export interface RepeatedRound<Of = Round> {
  readonly round: Of;
  readonly times: number;
}

/**
 * Every accountant asks for the rounds of the same event, which may be a long sequence. Frozen events do not
 * change.
 */
const known = new WeakMap<MechanismEvent, Map<Adjacency, readonly RepeatedRound[]>>();

/**
 * An event as its different rounds with their numbers of repetitions: composition does not depend on the
 * order. All releases with Gaussian noise are one.
 *
 * @throws DpError NOT_APPLICABLE a round that no analysis reads
 */
export function roundsOf(event: MechanismEvent, adjacency: Adjacency): readonly RepeatedRound[] {
  const found = known.get(event)?.get(adjacency);
  if (found !== undefined) return found;
  const events = mergedRounds(event);
  const rounds = GAUSSIAN_REPORTS.reduce(
    withOneGaussian,
    mergedRepetitions(
      events.map(({ round, times }) => ({
        round: readRound(round, adjacency),
        times: times * roundsOfBlocks(round),
      })),
    ),
  );
  if (Object.isFrozen(event)) {
    known.set(event, new Map([...(known.get(event) ?? []), [adjacency, rounds]]));
  }
  return rounds;
}

/** The same as events, each distinct one once. */
export function mergedRounds(event: MechanismEvent): readonly RepeatedRound<RoundEvent>[] {
  return mergedRepetitions(roundsIn(event));
}

/** Each distinct round once. */
export function mergedRepetitions<Of>(rounds: Iterable<RepeatedRound<Of>>): RepeatedRound<Of>[] {
  const found = new Map<string, RepeatedRound<Of>>();
  for (const { round, times } of rounds) {
    const key = JSON.stringify(round);
    found.set(key, { round, times: times + (found.get(key)?.times ?? 0) });
  }
  return [...found.values()];
}

/** A release of nothing but a sum, or a number, with Gaussian noise. */
type GaussianRelease = Extract<Round<"report", GaussianReport>, { kind: "report" }>;
type GaussianKind = GaussianRelease["report"]["kind"];

/**
 * Adaptive releases with Gaussian noise are together one release, of noise multiplier 1 / sqrt(sum of times /
 * noiseMultiplier^2), which stands in the place of the first of them.
 *
 * @see Dong, Roth, Su, "Gaussian Differential Privacy", 2022, Corollary 3.3
 */
function withOneGaussian(rounds: readonly RepeatedRound[], kind: GaussianKind): readonly RepeatedRound[] {
  const isGaussianRelease = (each: RepeatedRound): each is RepeatedRound<GaussianRelease> =>
    each.round.kind === "report" && each.round.report.kind === kind && !each.round.weightShuffle;
  const gaussians = rounds.filter(isGaussianRelease);
  if (gaussians.length === 0 || (gaussians.length === 1 && gaussians[0]!.times === 1)) return rounds;
  const noise = composedNoise(
    gaussians.map(({ round, times }) => ({ noise: asGaussian(round.report).noiseMultiplier, times })),
  );
  const report: GaussianRelease["report"] =
    kind === "gaussian" ? { kind, noiseMultiplier: noise } : { kind, noiseToWidth: noise };
  const one = { round: { kind: "report", report }, times: 1 } as const;
  return rounds.flatMap((each) => (each === gaussians[0] ? one : isGaussianRelease(each) ? [] : each));
}

function composedNoise(releases: readonly { readonly noise: number; readonly times: number }[]): number {
  const least = releases.reduce((min, { noise }) => Math.min(min, noise), Infinity);
  const shares = releases.map(({ noise, times }) => times * (least / noise) ** 2);
  const noise = least / Math.sqrt(compensatedSum(Float64Array.from(shares)));
  return roundedDown(noise, ROUNDING.fewOperations);
}
