import type { Report, Round } from "./round.js";
import type { RepeatedRound } from "./rounds-of.js";

/** Rounds are alike where noise and epsilon are within such a factor, and numbers of reports and sampling rates within its square. */
const RATIOS = [1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 1, 4, 16].map((octaves) => 2 ** octaves);

/** What different rounds are joined to. */
export interface Joining {
  /** A round that stands for both, which are alike: of one kind, with the same sets, matrix or number of categories. */
  readonly standIn: (one: Round, other: Round) => Round;
  /** About what it takes to compute and compose the laws of different rounds. */
  readonly workOf: (rounds: readonly RepeatedRound[]) => number;
  readonly mostWork: number;
}

/** Of different rounds that take more than `mostWork`, those that are alike as one. What is left may still take more. */
export function joinAlikeRounds(
  rounds: readonly RepeatedRound[],
  { standIn, workOf, mostWork }: Joining,
): readonly RepeatedRound[] {
  let groups = rounds;
  for (let i = 0; i < RATIOS.length && workOf(groups) > mostWork; i++) {
    groups = grouped(rounds, Math.log(RATIOS[i]!), standIn);
  }
  return groups;
}

function grouped(
  rounds: readonly RepeatedRound[],
  logRatio: number,
  standIn: Joining["standIn"],
): readonly RepeatedRound[] {
  const found = new Map<string, RepeatedRound>();
  for (const { round, times } of rounds) {
    const cell = JSON.stringify(cellOf(round, logRatio));
    const group = found.get(cell);
    const joined = group === undefined ? round : standIn(group.round, round);
    found.set(cell, { round: joined, times: times + (group?.times ?? 0) });
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
    case "laplaceScalar":
    case "gaussianScalar":
      return { exact: undefined, sizes: [report.noiseToWidth] };
  }
}
