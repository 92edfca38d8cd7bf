import { countScores } from "./count-scores.js";
import type { ReportScores } from "./report-scores.js";
import { type ScoreLaw, scoreLaw } from "./score-law.js";

/** A randomizer of two levels: an input's set of reports has this mass, and two sets meet in `overlap`. */
export interface TwoLevels {
  readonly localEpsilon: number;
  readonly mass: number;
  readonly overlap: number;
  /** About how many others report. */
  readonly copies: number;
}

/**
 * What a report counts that only one of the two sets holds, where another one counts less. Valid at any, as
 * every score is: half as much moves a lower end by less than 2e-7 of itself, twice as much raises one by up
 * to 0.06 %.
 */
const FULL = 32;

/**
 * The scores of reports of two levels: 1 in the changed record's own set, -1 in the replacement's, less where
 * the third set, which all others hold, meets them. Any two sets meet in the same core; beside it the third
 * takes what neither of the two holds, and only where that is too little an equal part of both.
 */
export function subsetScores({ localEpsilon, mass, overlap, copies }: TwoLevels): ReportScores {
  const core = Math.max(overlap, 2 * mass - 1);
  const own = Math.max(0, mass - core);
  const rest = Math.max(0, 1 - 2 * mass + core);
  const shared = Math.max(0, own - rest) / 2;
  const levels = Math.exp(localEpsilon);
  const low = 1 / (1 + Math.expm1(localEpsilon) * mass);
  const high = levels * low;
  const part = Math.round(FULL / levels);
  const counts = countScores(copies * low * own);
  // A shared part has levels of its own, which counts of two kinds do not tell.
  const [record, replacement] = shared === 0 ? [counts.record, counts.replacement] : [FULL, -FULL];
  /**
   * With this level in the first set, and in the second, of what the third set does not hold, and of what it
   * does.
   */
  const law = ([first, second]: Pair, [firstShared, secondShared]: Pair): ScoreLaw =>
    scoreLaw([
      [replacement, second * (own - shared)],
      [-part, secondShared * shared],
      [0, Math.max(0, 1 - (first + second) * (own - shared) - (firstShared + secondShared) * shared)],
      [part, firstShared * shared],
      [record, first * (own - shared)],
    ]);
  const one = [high, low] as const;
  const other = [low, high] as const;
  return {
    others: law([low, low], [high, high]),
    changed: [law(one, one), law(other, other)],
    dummy: law([1, 1], [1, 1]),
    massError: 2 ** -46,
    everySum: shared === 0 && counts.everySum,
  };
}

type Pair = readonly [number, number];
