import { type BinomialCells, binomialCells } from "../../../numerics/binomial-cells.js";
import type { Bracket } from "../../../privacy/index.js";
import { cellExpectation } from "./cell-expectation.js";
import { FairTailWalk } from "./fair-tail-walk.js";

/** Shuffled k-ary randomized response, where the others' true answers are revealed and removed. */
export interface CategoriesPair {
  /** At most 700. */
  readonly localEpsilon: number;
  /** k >= 3; with two categories it is the clones pair. */
  readonly categories: number;
  readonly users: number;
}

/** One number T - 1 of the others' reports that are left, all uniform. */
interface Left {
  readonly others: number;
  /** The law of how many of them are in the two categories that tell the neighbours apart. */
  readonly contested: BinomialCells;
}

/** Cells of T are at least this wide in units of its mean; epsilon moves by at most half of that. */
const CELL_WIDTH = 2e-4;
/** Cells times contested counts, about; wider cells keep below it. */
const MOST_TERMS = 1e6;
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
  const { categories } = pair;
  const tail = Math.max((leastDelta * 2 ** -44) / categories, LEAST_TAIL);
  const { uniform, truthful } = categoryShares(pair);
  const law = { trials: pair.users - 1, probability: uniform, complement: truthful };
  const width = Math.max(1, Math.floor(CELL_WIDTH * law.trials * law.probability));
  const contest = { probability: 2 / categories, complement: 1 - 2 / categories };
  const typical = { trials: Math.ceil(law.trials * law.probability), ...contest };
  const mostCells = Math.ceil(MOST_TERMS / binomialCells(typical, { width: 1, tail }).masses.length);
  const cells = binomialCells(law, { width, mostCells, tail });
  const lefts = Array.from(cells.edges, (others): Left => {
    return { others, contested: binomialCells({ trials: others, ...contest }, { width: 1, tail }) };
  });
  return (epsilon) => {
    const deltas = new Float64Array(lefts.length);
    const positiveParts = new Float64Array(lefts.length);
    for (const [i, left] of lefts.entries()) {
      const { delta, positivePart } = conditionalDelta(pair, left, epsilon);
      deltas[i] = delta;
      positiveParts[i] = positivePart;
    }
    return cellExpectation(
      cells,
      { deltas, positiveParts },
      {
        rounding: ROUNDING,
        leftOut: (2 + 4 * categories) * tail,
      },
    );
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

/**
 * delta given T = t. The changed user adds to the others' contested reports with probability q (e^localEpsilon + 1); with w_i = P(i of the
 * others' are contested), a the least H that counts among i + 1, B = P(Bin(i, 1/2) = a - 1) and S = P(Bin(i, 1/2) >= a), it is the sum over i of
 *
 * w_i q ((e^localEpsilon - e^epsilon) B - (e^epsilon - 1) (e^localEpsilon + 1) S) - w_(i+1) (k - 2) q (e^epsilon - 1) (S + B / 2).
 */
function conditionalDelta(
  { localEpsilon, categories }: CategoriesPair,
  { others, contested }: Left,
  epsilon: number,
): { readonly delta: number; readonly positivePart: number } {
  const rest = Math.exp(-localEpsilon);
  const truth = 1 / (1 + (categories - 1) * rest); // q e^localEpsilon
  const gap = -Math.expm1(epsilon - localEpsilon);
  const growth = Math.expm1(epsilon);
  const elsewhere = (categories - 2) * rest;
  const ratio = Math.exp(-epsilon);
  const common = ((others + 1) * rest * (1 - ratio)) / -Math.expm1(-localEpsilon);
  const walk = new FairTailWalk();
  let delta = 0;
  let positivePart = 0;
  for (let k = contested.masses.length - 1; k >= 0; k--) {
    const i = contested.edges[k]!;
    // How many of i + 1 may differ from the changed user's category; it keeps its accuracy where it is tiny.
    const differing = Math.ceil(((i + 1) * ratio - common) / (1 + ratio)) - 1;
    if (differing < 0) break;
    walk.moveTo(i, i + 1 - differing);
    const nextShare = ((others - i) / (i + 1)) * (2 / (categories - 2)); // w_(i+1) / w_i
    const lost = (1 + rest) * walk.tail + elsewhere * nextShare * (walk.tail + walk.massBelow / 2);
    const gained = contested.masses[k]! * truth * gap * walk.massBelow;
    delta += Math.max(0, gained - contested.masses[k]! * truth * growth * lost);
    positivePart += gained;
  }
  return { delta, positivePart };
}
