import { joinAlikeRounds } from "./join-alike-rounds.js";
import type { Report, Round } from "./round.js";
import type { RepeatedRound } from "./rounds-of.js";

/** Responses of more than two categories take so much longer than others at the smallest deltas, and so do numbers with noise. */
const RESPONSE_WORK = 8;
const NUMBER_WORK = 12;
/** Matrices: one for so many entries, at most so much. */
const MATRIX = { entries: 8, most: 24 };
/** Rounds with so many numbers of reports as check-in has take so much longer again. */
const CHECK_IN_WORK = { responses: 3, gaussians: 8, matrices: 8, others: 4 };

/** Rounds that together spend no less than those that they stand for. */
export interface HarsherRounds {
  readonly rounds: readonly RepeatedRound[];
  /** About what it takes to compute and compose their laws. */
  readonly work: number;
}

/**
 * Of different rounds that take more than `mostWork`, those that are alike are charged as one that spends no less than any of them: with the
 * least noise or the largest epsilon, the fewest users and the most reports. What is left may still take more.
 *
 * @see docs/theorems/hidden-transposition.md, section 6
 */
export function harsherRounds(rounds: readonly RepeatedRound[], mostWork: number): HarsherRounds {
  const groups = joinAlikeRounds(rounds, { standIn: harshest, workOf, mostWork });
  return { rounds: groups, work: workOf(groups) };
}

function workOf(rounds: readonly RepeatedRound[]): number {
  return rounds.reduce((sum, { round }) => sum + workOfRound(round), 0);
}

function workOfRound({ kind, report }: Round): number {
  return workOfReport(report) * (kind === "checkInShuffle" ? checkInWork(report) : 1);
}

function checkInWork(report: Report): number {
  if (isResponse(report)) return CHECK_IN_WORK.responses;
  if (report.kind === "gaussian") return CHECK_IN_WORK.gaussians;
  return report.kind === "discreteChannel" ? CHECK_IN_WORK.matrices : CHECK_IN_WORK.others;
}

function isResponse(report: Report): boolean {
  return report.kind === "subsetResponse" || (report.kind === "randomizedResponse" && report.categories > 2);
}

function workOfReport(report: Report): number {
  if (isResponse(report)) return RESPONSE_WORK;
  if (report.kind === "laplaceScalar" || report.kind === "gaussianScalar") return NUMBER_WORK;
  if (report.kind !== "discreteChannel") return 1;
  const entries = report.matrix.length * report.matrix[0]!.length;
  return Math.min(MATRIX.most, Math.ceil(entries / MATRIX.entries));
}

/** A round that spends no less than either, which are alike. */
function harshest(one: Round, other: Round): Round {
  const report = harsherReport(one.report, other.report);
  if (one.kind === "subsampledShuffle" && other.kind === "subsampledShuffle") {
    const users = Math.min(one.users, other.users);
    const reports = Math.min(users, Math.max(one.reports, other.reports));
    return { ...one, report, users, reports, samplingRate: reports / users };
  }
  if (one.kind === "shuffle" && other.kind === "shuffle") {
    const users = Math.min(one.users, other.users);
    return { ...one, report, users, reports: users };
  }
  if (one.kind === "checkInShuffle" && other.kind === "checkInShuffle") {
    const samplingRate = Math.max(one.samplingRate, other.samplingRate);
    return { ...one, report, users: Math.min(one.users, other.users), samplingRate };
  }
  if (one.kind === "poissonSample" && other.kind === "poissonSample") {
    return { ...one, report, samplingRate: Math.max(one.samplingRate, other.samplingRate) };
  }
  if (one.kind === "randomAllocation" && other.kind === "randomAllocation") {
    return { ...one, report, steps: Math.min(one.steps, other.steps) };
  }
  return { ...one, report };
}

function harsherReport(one: Report, other: Report): Report {
  if (one.kind === "gaussian" && other.kind === "gaussian") {
    return one.noiseMultiplier <= other.noiseMultiplier ? one : other;
  }
  if (one.kind === "gaussianScalar" && other.kind === "gaussianScalar") {
    return one.noiseToWidth <= other.noiseToWidth ? one : other;
  }
  if (one.kind === "local" && other.kind === "local") {
    const delta = Math.max(one.delta ?? 0, other.delta ?? 0);
    return { ...one, epsilon: Math.max(one.epsilon, other.epsilon), ...(delta > 0 && { delta }) };
  }
  return "epsilon" in one && "epsilon" in other && one.epsilon < other.epsilon ? other : one;
}
