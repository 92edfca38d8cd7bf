import { ROUNDING, ulps } from "../../../../numerics/rounding.js";
import type { Bracket } from "../../../../privacy/index.js";
import { BinomialTailRecurrence } from "../../clones/binomial-tail-recurrence.js";
import { type Segments, ThresholdSegments } from "./threshold-segments.js";
import { type TwoCategoryCounts, twoCategoryCounts } from "./two-category-counts.js";

/**
 * Shuffled k-ary randomized response; the other users' reports that are not drawn from the blanket are
 * revealed and removed.
 */
export interface BlanketPair {
  readonly localEpsilon: number;
  /** k >= 3; with two categories it is the clones pair. */
  readonly categories: number;
  readonly users: number;
}

/**
 * Least width of the cells of T relative to its mean; epsilon changes by at most half of it within a cell.
 * Valid at any width: twice as much raises an epsilon by up to 1e-4 of itself, and a delta by up to 0.3 %;
 * half as much lowers an epsilon by up to 6e-5.
 */
const CELL_WIDTH = 2e-4;

/**
 * The hockey-stick divergence of the blanket pair of k-ary randomized response as a function of epsilon; both
 * directions are alike.
 *
 * With q = 1 / (e^localEpsilon + k - 1): besides the changed user's report T - 1 ~ Bin(users - 1, k q) come
 * from the uniform blanket, C ~ Bin(T, 2/k) of the T reports name either of the two categories that the
 * changed user may hold, H ~ Bin(C, 1/2) of these its own, and
 *
 * delta = E[(k q / T) ((e^localEpsilon - 1) (H - e^epsilon (C - H)) - (e^epsilon - 1) T)+], which falls in T.
 *
 * @param leastDelta the smallest delta of interest
 */
export function blanketDelta(pair: BlanketPair, leastDelta: number): (epsilon: number) => Bracket {
  const { users, categories } = pair;
  const { blanketProbability, truthfulProbability } = blanketShares(pair);
  const counts = twoCategoryCounts(
    { trials: users - 1, probability: blanketProbability, complement: truthfulProbability },
    { probability: 2 / categories, complement: 1 - 2 / categories },
    {
      width: Math.max(1, Math.floor(CELL_WIDTH * (users - 1) * blanketProbability)),
      tail: (leastDelta * 2 ** -44) / categories,
    },
  );
  const { edges, rows, relativeError, tail } = counts;
  const leftOut = (2 + 4 * categories) * tail + BinomialTailRecurrence.MIN_MASS;
  const relativeRounding = ROUNDING.longSum + ulps(rows + edges.length) + relativeError;
  return (epsilon) => {
    const { most, least, positivePart } = expectation(pair, counts, epsilon);
    const rounding = positivePart * relativeRounding;
    return {
      lower: Math.max(0, least - rounding - leftOut),
      estimate: (least + most) / 2,
      upper: most + rounding + leftOut,
    };
  };
}

/**
 * The probability k q that a report comes from the blanket, and the rest 1 - k q = q (e^localEpsilon - 1).
 */
export function blanketShares({ localEpsilon, categories }: BlanketPair): {
  readonly blanketProbability: number;
  readonly truthfulProbability: number;
} {
  const rest = Math.exp(-localEpsilon);
  const total = 1 + (categories - 1) * rest;
  return {
    blanketProbability: (categories * rest) / total,
    truthfulProbability: -Math.expm1(-localEpsilon) / total,
  };
}

interface Expectation {
  readonly most: number;
  readonly least: number;
  /** The larger sum without its subtracted terms, which scales its rounding. */
  readonly positivePart: number;
}

/**
 * The sum over T = t and the others' two-category reports i. The changed user's is one with probability q
 * (e^localEpsilon + 1). With w_i = P(T = t and i of the others' in either category), a the least H with a
 * positive term among i + 1, B = P(Bin(i, 1/2) = a - 1) and S = P(Bin(i, 1/2) >= a), the terms are
 *
 * w_i q ((e^localEpsilon - e^epsilon) B - (e^epsilon - 1) (e^localEpsilon + 1) S) - w_(i+1) (k - 2) q
 * (e^epsilon - 1) (S + B / 2),
 *
 * or zero where that is negative. Given i, a is constant in t on a few segments, on each of which the w's are
 * added up first.
 */
function expectation(pair: BlanketPair, counts: TwoCategoryCounts, epsilon: number): Expectation {
  const { localEpsilon, categories } = pair;
  const { edges, first, rows, atLowerEnds, atUpperEnds } = counts;
  const rest = Math.exp(-localEpsilon);
  const truthProbability = 1 / (1 + (categories - 1) * rest); // q e^localEpsilon
  const growth = Math.expm1(epsilon);
  const weights = {
    gained: truthProbability * -Math.expm1(epsilon - localEpsilon),
    lost: truthProbability * growth * (1 + rest),
    lostNext: truthProbability * growth * rest * (categories - 2),
  };
  const totals = edges.map((others) => others + 1);
  const segments = new ThresholdSegments(totals, { localEpsilon, epsilon });
  const single = atUpperEnds === atLowerEnds;
  let most = 0;
  let least = 0;
  let positivePart = 0;
  for (let row = rows - 1; row >= 0; row--) {
    const ofRow = segments.ofRow(first + row);
    if (ofRow.count === 0) break;
    const lower = rowSum(atLowerEnds, row * edges.length, edges.length, ofRow, weights);
    most += lower.excess;
    positivePart += lower.positivePart;
    if (!single) least += rowSum(atUpperEnds, row * edges.length, edges.length, ofRow, weights).excess;
  }
  return { most, least: single ? most : least, positivePart };
}

/** Coefficients of the masses below a threshold, of the tails, and of those of the next row. */
interface Weights {
  readonly gained: number;
  readonly lost: number;
  readonly lostNext: number;
}

/** The sum over one row of a table, which starts at `offset`. */
function rowSum(
  table: Float64Array,
  offset: number,
  columns: number,
  { count, start, end, massBelow, tail }: Segments,
  weights: Weights,
): { readonly excess: number; readonly positivePart: number } {
  let excess = 0;
  let positivePart = 0;
  for (let at = 0; at < count; at++) {
    let here = 0;
    let next = 0;
    for (let j = offset + start[at]!; j < offset + end[at]!; j++) {
      here += table[j]!;
      next += table[j + columns]!;
    }
    const gained = here * weights.gained * massBelow[at]!;
    const lost = here * weights.lost * tail[at]! + next * weights.lostNext * (tail[at]! + massBelow[at]! / 2);
    positivePart += gained;
    excess += Math.max(0, gained - lost);
  }
  return { excess, positivePart };
}
