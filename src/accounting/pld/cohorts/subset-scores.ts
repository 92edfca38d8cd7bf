import type { ReportScores } from "./report-scores.js";
import { type ScoreLaw, scoreLaw } from "./score-law.js";

/** A randomizer of two levels: an input's set of reports has this mass, and two sets meet in `overlap`. */
export interface TwoLevels {
  readonly localEpsilon: number;
  readonly mass: number;
  readonly overlap: number;
}

const MASS_ERROR = 2 ** -46;
/** What a report counts that only one of the two sets holds, where another one counts less. */
const FULL = 32;

/**
 * The scores of reports of two levels: 1 in the changed record's own set, -1 in the replacement's, less where the third set, which all
 * others hold, meets them. Any two sets meet in the same core; beside it the third takes what neither of the two holds, and only
 * where that is too little an equal part of both.
 */
export function subsetScores({ localEpsilon, mass, overlap }: TwoLevels): ReportScores {
  const core = Math.max(overlap, 2 * mass - 1);
  const own = Math.max(0, mass - core);
  const rest = Math.max(0, 1 - 2 * mass + core);
  const shared = Math.max(0, own - rest) / 2;
  const levels = Math.exp(localEpsilon);
  const low = 1 / (1 + Math.expm1(localEpsilon) * mass);
  const high = levels * low;
  const [full, part] = shared === 0 ? [1, 0] : [FULL, Math.round(FULL / levels)];
  /** With this level in the first set, and in the second, of what the third set does not hold, and of what it does. */
  const law = ([first, second]: Pair, [firstShared, secondShared]: Pair): ScoreLaw =>
    scoreLaw([
      [-full, second * (own - shared)],
      [-part, secondShared * shared],
      [0, Math.max(0, 1 - (first + second) * (own - shared) - (firstShared + secondShared) * shared)],
      [part, firstShared * shared],
      [full, first * (own - shared)],
    ]);
  const [record, replacement] = [[high, low] as const, [low, high] as const];
  return {
    others: law([low, low], [high, high]),
    changed: [law(record, record), law(replacement, replacement)],
    massError: MASS_ERROR,
  };
}

type Pair = readonly [number, number];
