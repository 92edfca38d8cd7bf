import type { Claim } from "../../privacy/index.js";
import type { Bearing } from "./bearing.js";
import { ROUND_ROWS } from "./kinds/registry.js";
import { REPORT_ROWS } from "./reports/registry.js";
import type { Round } from "./round.js";
import type { RepeatedRound } from "./rounds-of.js";
import { standIn } from "./stand-in.js";

/**
 * Rounds are alike where noise and epsilon are within this number of octaves, and numbers of reports and
 * sampling rates within twice as many. Valid at any: every other one of them takes up to 23 % off a lower
 * end.
 */
const OCTAVES = [1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 1, 4, 16];

/** What different rounds are joined for. */
export interface Joining {
  /** Whether a round stands for others that spends no less than they, or no more. */
  readonly side: Claim["side"];
  /** About what it takes to compute and compose the laws of different rounds. */
  readonly workOf: (rounds: readonly RepeatedRound[]) => number;
  readonly mostWork: number;
  /** Within how many octaves sizes are alike, tried in turn. */
  readonly octaves?: readonly number[];
}

/** Rounds that stand for others. */
export interface JoinedRounds {
  readonly rounds: readonly RepeatedRound[];
  readonly work: number;
}

/**
 * Of different rounds that take more than `mostWork`, those that are alike as one. What is left may still
 * take more.
 *
 * @see docs/theorems/hidden-transposition.md, section 6, docs/theorems/lower-ends.md, section 1
 */
export function joinAlikeRounds(
  rounds: readonly RepeatedRound[],
  { side, workOf, mostWork, octaves = OCTAVES }: Joining,
): JoinedRounds {
  let groups = rounds;
  for (const octave of octaves) {
    if (workOf(groups) <= mostWork) break;
    groups = grouped(rounds, Math.log(2 ** octave), side);
  }
  return { rounds: groups, work: workOf(groups) };
}

function grouped(
  rounds: readonly RepeatedRound[],
  logRatio: number,
  side: Claim["side"],
): readonly RepeatedRound[] {
  const found = new Map<string, RepeatedRound>();
  for (const { round, times } of rounds) {
    const cell = JSON.stringify(cellOf(round, logRatio));
    const group = found.get(cell);
    const joined = group === undefined ? round : standIn(side, group.round, round);
    found.set(cell, { round: joined, times: times + (group?.times ?? 0) });
  }
  return [...found.values()];
}

/** What alike rounds share: everything that is no size, and about the sizes. */
function cellOf(round: Round, logRatio: number): unknown {
  const { report, kind, weightShuffle, blocksAndDummies } = round;
  const placesIn = (
    bearings: Readonly<Record<string, Bearing>>,
    of: object,
    scale: (size: number) => number,
  ): unknown =>
    Object.entries(bearings).map(([name, bearing]) => {
      const value = (of as Readonly<Record<string, unknown>>)[name];
      if (bearing === "follows") return undefined;
      return bearing === "same" ? (value ?? 0) : placeOf(scale((value ?? 0) as number), logRatio);
    });
  return [
    [kind, weightShuffle, blocksAndDummies, report.kind],
    placesIn(REPORT_ROWS[report.kind].bearings, report, (size) => size),
    placesIn(ROUND_ROWS[kind].bearings, round, Math.sqrt),
  ];
}

function placeOf(value: number, logRatio: number): number | string {
  return value === 0 ? "none" : Math.floor(Math.log(value) / logRatio);
}
