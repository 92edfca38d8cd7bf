import type { Report, Round } from "../../core/round.js";
import type { RepeatedRound } from "../../core/rounds-of.js";

/** Rounds are alike where noise and epsilon are within such a factor, and numbers of reports and sampling rates within its square. */
const RATIOS = [1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 1, 4, 16].map((octaves) => 2 ** octaves);

/** Laws of sampled rounds and of Gaussian noise are on so much finer lattices than those of local randomizers' reports. */
const LONG_LAW = 16;

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
  let groups = rounds;
  for (let i = 0; i < RATIOS.length && workOf(groups) > mostWork; i++) {
    groups = grouped(rounds, Math.log(RATIOS[i]!));
  }
  return { rounds: groups, work: workOf(groups) };
}

function workOf(rounds: readonly RepeatedRound[]): number {
  return rounds.length * (rounds.every(({ round }) => hasShortLaw(round)) ? 1 : LONG_LAW);
}

function hasShortLaw({ kind, report }: Round): boolean {
  return report.kind !== "gaussian" && (kind === "report" || kind === "shuffle");
}

function grouped(rounds: readonly RepeatedRound[], logRatio: number): readonly RepeatedRound[] {
  const found = new Map<string, RepeatedRound>();
  for (const { round, times } of rounds) {
    const cell = JSON.stringify(cellOf(round, logRatio));
    const group = found.get(cell);
    const milder = group === undefined ? round : mildest(group.round, round);
    found.set(cell, { round: milder, times: times + (group?.times ?? 0) });
  }
  return [...found.values()];
}

/** What alike rounds share: everything that is no size, and about the sizes. */
function cellOf(round: Round, logRatio: number): unknown {
  const placeOf = (value: number): number | string =>
    value === 0 ? "none" : Math.floor(Math.log(value) / logRatio);
  const { report, kind, weightShuffle } = round;
  const counts = countsOf(round).map((count) => placeOf(Math.sqrt(count)));
  const { exact, sizes } = partsOf(report);
  return [kind, weightShuffle, report.kind, exact, sizes.map(placeOf), counts];
}

function countsOf(round: Round): readonly number[] {
  switch (round.kind) {
    case "report":
      return [];
    case "shuffle":
      return [round.reports];
    case "subsampledShuffle":
      return [round.reports, round.samplingRate];
    case "checkInShuffle":
      return [round.users, round.samplingRate];
    case "poissonSample":
      return [round.samplingRate];
    case "randomAllocation":
      return [round.steps];
  }
}

function partsOf(report: Report): { readonly exact: unknown; readonly sizes: readonly number[] } {
  switch (report.kind) {
    case "gaussian":
      return { exact: undefined, sizes: [report.noiseMultiplier] };
    case "local":
      return { exact: undefined, sizes: [report.epsilon, report.delta ?? 0] };
    case "randomizedResponse":
      return { exact: report.categories, sizes: [report.epsilon] };
    case "subsetResponse":
      return { exact: [report.mass, report.overlap ?? 0], sizes: [report.epsilon] };
    case "discreteChannel":
      return { exact: report.matrix, sizes: [] };
  }
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
  if (one.kind === "local" && other.kind === "local") {
    const delta = Math.min(one.delta ?? 0, other.delta ?? 0);
    return { ...one, epsilon: Math.min(one.epsilon, other.epsilon), ...(delta > 0 && { delta }) };
  }
  return "epsilon" in one && "epsilon" in other && one.epsilon > other.epsilon ? other : one;
}
