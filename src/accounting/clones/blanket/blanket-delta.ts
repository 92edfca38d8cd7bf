import type { Bracket } from "../../../privacy/index.js";
import { type Segments, ThresholdSegments } from "./threshold-segments.js";
import { type TwoCategoryCounts, twoCategoryCounts } from "./two-category-counts.js";

/** Shuffled k-ary randomized response, where the others' true answers are revealed and removed. */
export interface BlanketPair {
  /** At most 700. */
  readonly localEpsilon: number;
  /** k >= 3; with two categories it is the clones pair. */
  readonly categories: number;
  readonly users: number;
}

/** Cells of T are at least this wide in units of its mean; epsilon moves by at most half of that. */
const CELL_WIDTH = 2e-4;
const ROUNDING = 2 ** -38;
const LEAST_TAIL = 2 ** -1040;

/**
 * The hockey-stick divergence of the blanket pair of k-ary randomized response as a function of epsilon; both directions are alike.
 *
 * With q = 1 / (e^localEpsilon + k - 1): T - 1 ~ Bin(users - 1, k q) uniform reports are left beside the changed user's, C ~ Bin(T, 2/k) are
 * contested, H ~ Bin(C, 1/2) of these equal the changed user's category, and
 *
 * delta = E[(k q / T) ((e^localEpsilon - 1) (H - e^epsilon (C - H)) - (e^epsilon - 1) T)+], which falls in T.
 *
 * @param leastDelta the smallest delta that will be asked about
 */
export function blanketDelta(pair: BlanketPair, leastDelta: number): (epsilon: number) => Bracket {
  const { users, categories } = pair;
  const { uniform, truthful } = blanketShares(pair);
  const counts = twoCategoryCounts(
    { trials: users - 1, probability: uniform, complement: truthful },
    { probability: 2 / categories, complement: 1 - 2 / categories },
    {
      width: Math.max(1, Math.floor(CELL_WIDTH * (users - 1) * uniform)),
      tail: Math.max((leastDelta * 2 ** -44) / categories, LEAST_TAIL),
    },
  );
  const { edges, rows, relativeError, tail } = counts;
  const leftOut = (2 + 4 * categories) * tail;
  const relativeRounding = ROUNDING + Number.EPSILON * (rows + edges.length) + relativeError;
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

/** The share k q of uniform reports, and the rest 1 - k q = q (e^localEpsilon - 1). */
export function blanketShares({ localEpsilon, categories }: BlanketPair): {
  readonly uniform: number;
  readonly truthful: number;
} {
  const rest = Math.exp(-localEpsilon);
  const total = 1 + (categories - 1) * rest;
  return { uniform: (categories * rest) / total, truthful: -Math.expm1(-localEpsilon) / total };
}

interface Expectation {
  readonly most: number;
  readonly least: number;
  /** The positive part of the larger sum, which scales its rounding. */
  readonly positivePart: number;
}

/**
 * The sum over T = t and the others' contested reports i. The changed user adds to these with probability q (e^localEpsilon + 1); with
 * w_i = P(T = t and i are contested), a the least H that counts among i + 1, B = P(Bin(i, 1/2) = a - 1) and S = P(Bin(i, 1/2) >= a), it is of
 *
 * w_i q ((e^localEpsilon - e^epsilon) B - (e^epsilon - 1) (e^localEpsilon + 1) S) - w_(i+1) (k - 2) q (e^epsilon - 1) (S + B / 2),
 *
 * no term below zero. Given i, a depends on t in a few steps, between which the w's are added up first.
 */
function expectation(pair: BlanketPair, counts: TwoCategoryCounts, epsilon: number): Expectation {
  const { localEpsilon, categories } = pair;
  const { edges, first, rows, atLowerEnds, atUpperEnds } = counts;
  const rest = Math.exp(-localEpsilon);
  const truth = 1 / (1 + (categories - 1) * rest); // q e^localEpsilon
  const growth = Math.expm1(epsilon);
  const weights = {
    gained: truth * -Math.expm1(epsilon - localEpsilon),
    lost: truth * growth * (1 + rest),
    lostNext: truth * growth * (categories - 2) * rest,
  };
  const totals = edges.map((others) => others + 1);
  const segments = new ThresholdSegments(totals, { localEpsilon, epsilon });
  const single = atUpperEnds === atLowerEnds;
  let [most, least, positivePart] = [0, 0, 0];
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

/** What the masses below a threshold, the tails and those of the next row count for. */
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
