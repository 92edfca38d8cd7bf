import type { Bracket } from "../../../privacy/index.js";
import { type ContestedCounts, contestedCounts } from "./contested-counts.js";
import { ThresholdSegments, type VisitSegment } from "./threshold-segments.js";

/** Shuffled k-ary randomized response, where the others' true answers are revealed and removed. */
export interface CategoriesPair {
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
export function categoriesDelta(pair: CategoriesPair, leastDelta: number): (epsilon: number) => Bracket {
  const { users, categories } = pair;
  const { uniform, truthful } = categoryShares(pair);
  const counts = contestedCounts(
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
export function categoryShares({ localEpsilon, categories }: CategoriesPair): {
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
function expectation(pair: CategoriesPair, counts: ContestedCounts, epsilon: number): Expectation {
  const { localEpsilon, categories } = pair;
  const { edges, first, rows, atLowerEnds, atUpperEnds } = counts;
  const rest = Math.exp(-localEpsilon);
  const truth = 1 / (1 + (categories - 1) * rest); // q e^localEpsilon
  const gap = -Math.expm1(epsilon - localEpsilon);
  const growth = Math.expm1(epsilon);
  const segments = new ThresholdSegments(
    edges.map((others) => others + 1),
    { localEpsilon, epsilon },
  );
  const single = atUpperEnds === atLowerEnds;
  let [most, least, positivePart, row] = [0, 0, 0, rows - 1];
  const addSegment: VisitSegment = (start, end, massBelow, tail) => {
    const from = row * edges.length + start;
    const to = row * edges.length + end;
    const gained = truth * gap * massBelow;
    const lost = truth * growth * (1 + rest) * tail;
    const lostNext = truth * growth * (categories - 2) * rest * (tail + massBelow / 2);
    const here = sumOf(atLowerEnds, from, to);
    const next = sumOf(atLowerEnds, from + edges.length, to + edges.length);
    positivePart += here * gained;
    most += Math.max(0, here * gained - (here * lost + next * lostNext));
    if (single) return;
    const hereAbove = sumOf(atUpperEnds, from, to);
    const nextAbove = sumOf(atUpperEnds, from + edges.length, to + edges.length);
    least += Math.max(0, hereAbove * gained - (hereAbove * lost + nextAbove * lostNext));
  };
  while (row >= 0 && segments.visitRow(first + row, addSegment)) row--;
  return { most, least: single ? most : least, positivePart };
}

function sumOf(table: Float64Array, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += table[i]!;
  return sum;
}
