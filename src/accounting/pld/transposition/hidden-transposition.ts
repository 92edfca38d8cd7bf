import { memoize } from "../../../numerics/memoize.js";
import { bennettBound } from "./bennett-bound.js";
import { meanExceedance } from "./mean-exceedance.js";
import { excessAbove, type Neighbours, replacedRecord } from "./neighbours.js";
import { FEW_STEPS, guessedExcess, shuffledExcess } from "./shuffled-excess.js";

/** Shuffles of fewer and fewer of the reports, each bounded by the next smaller one. */
const SIZE_RATIO = 1.8;
const LEAST_SIZE = 8;
const MOST_SIZES = 16;
/** Ratios M at which the shuffles' divergences are tabled. */
const LEVELS = Array.from({ length: 56 }, (_, i) => 1 + 0.004 * 1.42 ** i);
/** 0: Theorem 1 (a); else the share a of (b). */
const SHARES = [0, 0.15, 0.35];
/** A smaller excess is bounded in closed form. */
const NEGLIGIBLE = 1e-9;
/** A smaller one is left as it is. */
const NO_EXCESS = 1e-30;
/** To what share of the next smaller shuffle's excess a bound must come to be computed. */
const WORTHWHILE = 0.8;
const CACHE_SIZE = 64;

/** A shuffle of `reports` reports: an upper bound of the excess G(M) at LEVELS. */
interface SmallerShuffle {
  readonly reports: number;
  readonly excess: Float64Array;
}

/** An upper bound of the divergence H_x, x >= 1, of so many shuffled Gaussian reports of neighbours, for every cohort. */
export type ShuffleBound = (neighbours: Neighbours, x: number, reports: number) => number;

/**
 * Theorem 1, with smaller shuffles bounded by Theorem 2.
 *
 * @param radius largest norm of a record, in standard deviations of a report's noise
 * @param leastReports the fewest reports that the bound will be asked for
 */
export function hiddenTransposition(radius: number, leastReports: number): ShuffleBound {
  const smaller = smallerShuffles(radius, leastReports);
  return (neighbours, x, reports) => {
    const excess = guessedExcess(neighbours, x);
    const unshuffled = excessAbove(neighbours, x, 0);
    const { copies, rest } = bestSplit(smaller, { unshuffled, x, reports, excess });
    return Math.min(unshuffled, shuffledExcess(neighbours, x, copies) + rest);
  };
}

/** From one report, which no other one hides, to more than half of them. */
const smallerShuffles: (radius: number, reports: number) => readonly SmallerShuffle[] = memoize(
  findSmallerShuffles,
  { key: (radius, reports) => `${radius} ${reports}`, capacity: CACHE_SIZE },
);

function findSmallerShuffles(radius: number, reports: number): SmallerShuffle[] {
  const replaced = replacedRecord(2 * radius);
  const alone = Float64Array.from(LEVELS, (x) =>
    Math.min(meanExceedance(radius, x), excessAbove(replaced, x, 0)),
  );
  const bounds = LEVELS.map((x) => bennettBound(replaced, x));
  const guesses = LEVELS.map((x) => guessedExcess(replaced, x));
  const shuffles: SmallerShuffle[] = [{ reports: 1, excess: alone }];
  const count = Math.min(MOST_SIZES, Math.floor(Math.log(reports / LEAST_SIZE) / Math.log(SIZE_RATIO)));
  for (let i = count; i >= 1; i--) {
    const size = Math.floor(reports / SIZE_RATIO ** i);
    const excess = shuffles.at(-1)!.excess.map((before, l) => {
      if (before < NO_EXCESS) return before;
      const x = LEVELS[l]!;
      const guess = guesses[l]!;
      const splitBy = (psi: (copies: number) => number): Split =>
        bestSplit(shuffles.slice(-4), { unshuffled: alone[l]!, x, reports: size, excess: psi });
      if (before < NEGLIGIBLE) {
        const { copies, rest } = splitBy(bounds[l]!);
        return Math.min(before, bounds[l]!(copies) + rest);
      }
      const { copies, rest } = splitBy(guess);
      if (copies === 0 || guess(copies) + rest > WORTHWHILE * before) return before;
      return Math.min(before, shuffledExcess(replaced, x, copies, FEW_STEPS) + rest);
    });
    shuffles.push({ reports: size, excess });
  }
  return shuffles;
}

interface Question {
  readonly unshuffled: number;
  readonly x: number;
  readonly reports: number;
  /** About Psi by the number of copies. */
  readonly excess: (copies: number) => number;
}

/** How many copies Psi is taken of, and what is added to it. */
interface Split {
  readonly copies: number;
  readonly rest: number;
}

/** About the least of Theorem 1's bounds: Psi of so many copies, plus the rest, which is certified. */
function bestSplit(shuffles: readonly SmallerShuffle[], { unshuffled, x, reports, excess }: Question): Split {
  let best = { copies: 0, rest: 0 };
  let least = unshuffled;
  for (const shuffle of shuffles) {
    const others = reports - shuffle.reports;
    for (const share of SHARES) {
      for (let l = 0; l < LEVELS.length; l++) {
        const copies = Math.floor(((1 - share) * others) / LEVELS[l]!);
        const factor = share === 0 ? unshuffled + x - 1 : (1 + 1 / share) * unshuffled;
        const rest = shuffle.excess[l]! * factor;
        if (rest >= least) continue;
        const first = copies < 1 ? Infinity : excess(copies);
        if (first >= least) break; // it grows with the level
        if (first + rest < least) {
          least = first + rest;
          best = { copies, rest };
        }
      }
    }
  }
  return best;
}
