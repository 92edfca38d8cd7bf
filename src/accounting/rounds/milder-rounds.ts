import { joinAlikeRounds } from "./join-alike-rounds.js";
import type { Report, Round } from "./round.js";
import type { RepeatedRound } from "./rounds-of.js";

/**
 * Laws of sampled rounds, of Gaussian noise and of many reports count for so many of fewer reports of local randomizers, as they are on finer
 * lattices; those of check-in Gaussian reports take up to three times as long again.
 */
const LONG_LAW = 32;
const LONGEST_LAW = 96;
const MANY_REPORTS = 1e4;

/** Rounds that together spend no more than those that they stand for. */
export interface MilderRounds {
  readonly rounds: readonly RepeatedRound[];
  /** About what it takes to compute their laws and to compose them. */
  readonly work: number;
}

/**
 * Of different rounds that take more than `mostWork`, those that are alike count as one that spends no more than any of them: with the most
 * noise or the least epsilon, the most reports and the lowest sampling rate. What is left may still take more.
 *
 * Each is a post-processing of the rounds that it stands for, where all others hold one record: reports of others are added, noise is added,
 * and the changed user's report is now and then replaced by another one's.
 *
 * @see docs/theorems/lower-ends.md, section 1
 */
export function milderRounds(rounds: readonly RepeatedRound[], mostWork: number): MilderRounds {
  const groups = joinAlikeRounds(rounds, { standIn: mildest, workOf, mostWork });
  return { rounds: groups, work: workOf(groups) };
}

function workOf(rounds: readonly RepeatedRound[]): number {
  return rounds.length * rounds.reduce((most, { round }) => Math.max(most, lawWork(round)), 0);
}

function lawWork(round: Round): number {
  const { kind } = round.report;
  const isGaussian = kind === "gaussian" || kind === "gaussianScalar";
  if (isGaussian) return round.kind === "checkInShuffle" ? LONGEST_LAW : LONG_LAW;
  const isShort = round.kind === "report" || (round.kind === "shuffle" && round.reports <= MANY_REPORTS);
  return isShort ? 1 : LONG_LAW;
}

/** A round that spends no more than either, which are of one cell. */
function mildest(one: Round, other: Round): Round {
  const report = milderReport(one.report, other.report);
  if (one.kind === "subsampledShuffle" && other.kind === "subsampledShuffle") {
    const reports = Math.max(one.reports, other.reports);
    const users = Math.ceil(reports / Math.min(one.samplingRate, other.samplingRate));
    return { ...one, report, users, reports, samplingRate: reports / users };
  }
  if (one.kind === "shuffle" && other.kind === "shuffle") {
    const users = Math.max(one.users, other.users);
    return { ...one, report, users, reports: users };
  }
  if (one.kind === "checkInShuffle" && other.kind === "checkInShuffle") {
    const samplingRate = Math.min(one.samplingRate, other.samplingRate);
    return { ...one, report, users: Math.max(one.users, other.users), samplingRate };
  }
  if (one.kind === "poissonSample" && other.kind === "poissonSample") {
    return { ...one, report, samplingRate: Math.min(one.samplingRate, other.samplingRate) };
  }
  if (one.kind === "randomAllocation" && other.kind === "randomAllocation") {
    return { ...one, report, steps: Math.max(one.steps, other.steps) };
  }
  return { ...one, report };
}

function milderReport(one: Report, other: Report): Report {
  if (one.kind === "gaussian" && other.kind === "gaussian") {
    return one.noiseMultiplier >= other.noiseMultiplier ? one : other;
  }
  if (one.kind === "gaussianScalar" && other.kind === "gaussianScalar") {
    return one.noiseToWidth >= other.noiseToWidth ? one : other;
  }
  if (one.kind === "local" && other.kind === "local") {
    const delta = Math.min(one.delta ?? 0, other.delta ?? 0);
    return { ...one, epsilon: Math.min(one.epsilon, other.epsilon), ...(delta > 0 && { delta }) };
  }
  return "epsilon" in one && "epsilon" in other && one.epsilon > other.epsilon ? other : one;
}
