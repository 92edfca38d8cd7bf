import { firstIntegerWhere } from "../../../numerics/first-integer-where.js";
import { memoize } from "../../../numerics/memoize.js";
import { hidingReports } from "./hiding-reports.js";
import { meanExceedance } from "./mean-exceedance.js";
import { excessAbove, type Neighbours, replacedRecord } from "./neighbours.js";
import { FEW_STEPS, guessedExcess, shuffledExcess } from "./shuffled-excess.js";

/**
 * Sizes of smaller shuffles, the same ones for every number of reports: more reports have all the bounds of
 * fewer. Each is bounded by some sizes before it. Valid at any of these three, as each is a bound; they are
 * chosen by an approximation, so that figures move either way: by -3 % to +15 % at half or twice MIN_SIZE,
 * by -5 % to +24 % at half or twice the ratio's logarithm. Half of SIZES_BEFORE raises an epsilon by up to 9
 * %, twice as many move one by less than 1e-4.
 */
const MIN_SIZE = 8;
const SIZE_RATIO = 1.25;
const SIZES_BEFORE = 14;
/**
 * Ratios M at which the shuffles' divergences are tabled. Valid at any, as each is a bound: half as many
 * move an epsilon by -2 % to +13 %, twice as many by -3 % to +11 % and a delta by -16 %.
 */
const LEVELS = Array.from({ length: 56 }, (_, i) => 1 + 0.004 * 1.42 ** i);
/**
 * 0: Theorem 1 (a); else the share a of (b). Valid at any: one share in place of both, or twice as many of
 * them, move an epsilon by -6 % to +9 %; without (b) it is up to six times as large.
 */
const SHARES = [0, 0.15, 0.35];
/**
 * To what share of the next smaller shuffle's excess a bound should come to be computed. Valid at any share:
 * half of it raises an epsilon by up to 37 %, and 1 changes none.
 */
const WORTHWHILE = 0.8;
/**
 * How many smaller shuffles are tried, each with what suits it best by an approximation, and how much worse
 * than the best one that may be. Valid at any value, as each is a bound: two raise an epsilon by up to 4 %,
 * six lower it by up to 0.8 %; half or twice of WORSE changes none.
 */
const MAX_TRIED = 3;
const WORSE = 8;

/** A shuffle of `reports` reports. */
interface SmallerShuffle {
  readonly reports: number;
  /** About its excess G(M) at LEVELS. */
  readonly guesses: Float64Array;
  /** An upper bound of G(M) at one of LEVELS, computed when it is asked for: few are. */
  readonly excess: (level: number) => number;
}

/**
 * Upper bounds of the divergence H_x, x >= 1, of shuffled Gaussian reports of neighbours, for every cohort,
 * at some numbers of reports.
 */
export type ShuffleBound = (neighbours: Neighbours, x: number, reports: readonly number[]) => number[];

/**
 * Theorem 1, with smaller shuffles bounded by Theorem 2.
 *
 * @param radius largest norm of a record, in standard deviations of a report's noise
 * @param leastReports the fewest reports that the bound will be asked for
 */
export function hiddenTransposition(radius: number, leastReports: number): ShuffleBound {
  const smaller = smallerShuffles(radius, sizesBelow(leastReports));
  return (neighbours, x, reports) => {
    const excess = guessedExcess(neighbours, x);
    const unshuffled = excessAbove(neighbours, x, 0);
    const splits = reports.map((each) => goodSplits(smaller, { unshuffled, x, reports: each, excess }));
    const copies = [...new Set(splits.flat().map((split) => split.copies))];
    const firsts = new Map(shuffledExcess(neighbours, x, copies).map((first, i) => [copies[i]!, first]));
    return splits.map((each) =>
      each.reduce((least, split) => {
        const first = firsts.get(split.copies)!;
        return first < least ? Math.min(least, first + restOf(split)) : least;
      }, unshuffled),
    );
  };
}

/** Up to some four fifths of the reports. */
function sizesBelow(reports: number): readonly number[] {
  const sizes: number[] = [];
  for (let size = MIN_SIZE; SIZE_RATIO * size <= reports; size = Math.ceil(SIZE_RATIO * size)) {
    sizes.push(size);
  }
  return sizes;
}

/** One report, which no other one hides, and shuffles of the given sizes. */
const smallerShuffles: (radius: number, sizes: readonly number[]) => readonly SmallerShuffle[] = memoize(
  findSmallerShuffles,
  { key: (radius, sizes) => `${radius} ${sizes.length}`, capacity: 64 },
);

function findSmallerShuffles(radius: number, sizes: readonly number[]): SmallerShuffle[] {
  const replaced = replacedRecord(2 * radius);
  const alone = Float64Array.from(LEVELS, (x) =>
    Math.min(meanExceedance(radius, x), excessAbove(replaced, x, 0)),
  );
  const guesses = LEVELS.map((x) => guessedExcess(replaced, x));
  const shuffles: SmallerShuffle[] = [{ reports: 1, guesses: alone, excess: (level) => alone[level]! }];
  for (const size of sizes) {
    const last = shuffles.at(-1)!;
    const splits = LEVELS.map((x, level): Split => {
      const before = last.guesses[level]!;
      const unshuffled = alone[level]!;
      if (before < 1e-30) return { ...UNSPLIT, guess: before }; // a smaller excess is left as it is
      return bestSplit(shuffles.slice(-SIZES_BEFORE), {
        unshuffled,
        x,
        reports: size,
        excess: guesses[level]!,
      });
    });
    const excess = memoize((level: number): number => {
      const split = splits[level]!;
      if (!(split.guess < WORTHWHILE * last.guesses[level]!)) return last.excess(level);
      const first = shuffledExcess(replaced, LEVELS[level]!, [split.copies], FEW_STEPS)[0]!;
      return Math.min(alone[level]!, first + restOf(split));
    });
    const guessed = last.guesses.map((before, level) => {
      const { guess } = splits[level]!;
      return guess < WORTHWHILE * before ? guess : before;
    });
    shuffles.push({ reports: size, guesses: guessed, excess });
  }
  return shuffles;
}

interface Question {
  readonly unshuffled: number;
  readonly x: number;
  readonly reports: number;
  /** About Psi by the number of copies, or some value from `most` on where it is no smaller than that. */
  readonly excess: (copies: number, most: number) => number;
}

/**
 * How many copies Psi is taken of, and what is added to it: a smaller shuffle's excess at a level, times a
 * factor.
 */
interface Split {
  readonly copies: number;
  readonly shuffle?: SmallerShuffle;
  readonly level: number;
  readonly factor: number;
  /** About the sum of both. */
  readonly guess: number;
}

/** All reports are seen. */
const UNSPLIT = { copies: 0, level: 0, factor: 0 };

function restOf({ shuffle, level, factor }: Split): number {
  return shuffle === undefined ? 0 : factor * shuffle.excess(level);
}

/**
 * Of some smaller shuffles, the largest ones first, the split that suits each best, as far as it is about as
 * good as the best one.
 */
function goodSplits(shuffles: readonly SmallerShuffle[], question: Question): readonly Split[] {
  const splits: Split[] = [];
  let most = question.unshuffled;
  for (const shuffle of shuffles.toReversed()) {
    const split = bestSplit([shuffle], question, most);
    if (split.shuffle === undefined) continue;
    splits.push(split);
    most = Math.min(most, WORSE * split.guess);
  }
  const sorted = splits.sort((one, other) => one.guess - other.guess);
  return sorted.slice(0, MAX_TRIED).filter(({ guess }) => guess <= most);
}

/** About the least of Theorem 1's bounds, below `most`: Psi of the copies, plus the rest. */
function bestSplit(
  shuffles: readonly SmallerShuffle[],
  { unshuffled, x, reports, excess }: Question,
  most: number = unshuffled,
): Split {
  let best: Split = { ...UNSPLIT, guess: most };
  for (const shuffle of shuffles) {
    const others = reports - shuffle.reports;
    for (const share of SHARES) {
      const factor = share === 0 ? unshuffled + x - 1 : (1 + 1 / share) * unshuffled;
      // The rest falls with the level.
      const lowest = firstIntegerWhere(
        (level) => shuffle.guesses[level]! * factor < best.guess,
        0,
        LEVELS.length,
      );
      for (let level = lowest; level < LEVELS.length; level++) {
        const rest = shuffle.guesses[level]! * factor;
        if (rest >= best.guess) continue;
        const copies = hidingReports(others, LEVELS[level]!, share);
        const first = copies < 1 ? Infinity : excess(copies, best.guess);
        if (first >= best.guess) break; // it grows with the level
        const guess = first + rest;
        if (guess < best.guess) best = { copies, shuffle, level, factor, guess };
      }
    }
  }
  return best;
}
