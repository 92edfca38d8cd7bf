import { type BinomialCells, binomialCells } from "../../../../numerics/binomial-cells.js";
import { ROUNDING } from "../../../../numerics/rounding.js";
import type { Bracket } from "../../../../privacy/index.js";
import { BinomialTailRecurrence } from "../binomial-tail-recurrence.js";
import type { ClonesPair } from "./clones-pair.js";

/**
 * Width of the cells of C relative to its mean; delta changes by about half of it times log(delta) within a
 * cell. Valid at any width: half or twice of it moves an epsilon by less than 3e-7 of itself, and its lower
 * end by up to 3e-6.
 */
const CELL_WIDTH = 1e-6;

/**
 * The hockey-stick divergence of the clones pair as a function of epsilon; both directions are alike (swap
 * "0" and "1").
 *
 * delta(epsilon) = sum over c of P(C = c) delta_c(epsilon), where delta_c falls in c (adding a clone is
 * post-processing), so that a cell of many c is bracketed by its ends.
 *
 * @param leastDelta the smallest delta of interest; tails of C with a far smaller mass are left out and added
 *   to the bracket
 * @param precision relative width of epsilon that the bracket may have, if more than {@link CELL_WIDTH}
 */
export function clonesDelta(
  pair: ClonesPair,
  leastDelta: number,
  precision = 0,
): (epsilon: number) => Bracket {
  const { users, cloneProbability, cloneComplement } = pair;
  const law = { trials: users - 1, probability: cloneProbability, complement: cloneComplement };
  const width = Math.max(1, Math.floor(Math.max(CELL_WIDTH, precision) * law.trials * law.probability));
  // The masses of wide cells err by less than what the cells' width costs.
  const cells = binomialCells(law, { width, tail: leastDelta * 2 ** -44, precision: 2 ** -21 });
  return (epsilon) =>
    cellExpectation(cells, conditionals(pair.localEpsilon, cells.edges, epsilon), {
      rounding: ROUNDING.sum, // of a conditional delta, relative to the term that it subtracts from
      leftOut: 2 * cells.tail + BinomialTailRecurrence.MIN_MASS,
    });
}

/**
 * delta_c(epsilon): with t the least number of zeros among c + 1 reports whose likelihood ratio exceeds
 * e^epsilon, and B ~ Bin(c, 1/2),
 *
 * delta_c = (e^localEpsilon - e^epsilon) / (e^localEpsilon + 1) P(B = t - 1) - (e^epsilon - 1) P(B >= t).
 */
function conditionals(localEpsilon: number, clones: Float64Array, epsilon: number): Conditionals {
  const gap = -Math.expm1(epsilon - localEpsilon);
  // The ratio exceeds e^epsilon while the share of ones is below this.
  const onesBelow = (Math.exp(-epsilon) * gap) / (-Math.expm1(-localEpsilon) * (1 + Math.exp(-epsilon)));
  const advantage = gap / (1 + Math.exp(-localEpsilon));
  const growth = Math.expm1(epsilon);
  const tails = new BinomialTailRecurrence();
  const deltas = new Float64Array(clones.length);
  const positiveParts = new Float64Array(clones.length);
  for (let i = clones.length - 1; i >= 0; i--) {
    const ones = Math.max(0, Math.ceil((clones[i]! + 1) * onesBelow) - 1);
    tails.moveTo(clones[i]!, clones[i]! - ones + 1);
    positiveParts[i] = advantage * tails.massBelow;
    deltas[i] = Math.max(0, positiveParts[i]! - growth * tails.tail);
  }
  return { deltas, positiveParts };
}

/** A divergence conditional on the number of clones, at several numbers. */
interface Conditionals {
  readonly deltas: Float64Array;
  /** The terms that the divergences subtract from, which scale their rounding. */
  readonly positiveParts: Float64Array;
}

/**
 * Bracket of the expectation over C of a conditional divergence that falls in C.
 *
 * @param conditionals the divergence at every edge of the cells
 * @param error.rounding relative to the positive parts
 * @param error.leftOut what the values outside the cells can contribute
 */
function cellExpectation(
  { edges, masses, relativeError }: BinomialCells,
  conditionals: Conditionals,
  error: { readonly rounding: number; readonly leftOut: number },
): Bracket {
  const { deltas, positiveParts } = conditionals;
  let lower = 0;
  let upper = 0;
  let positivePart = 0;
  for (let i = 0; i < masses.length; i++) {
    const single = edges[i + 1] === edges[i]! + 1;
    upper += masses[i]! * deltas[i]!;
    lower += masses[i]! * deltas[single ? i : i + 1]!;
    positivePart += masses[i]! * positiveParts[i]!;
  }
  const rounding = positivePart * error.rounding;
  return {
    lower: Math.max(0, lower * (1 - relativeError) - rounding),
    estimate: (lower + upper) / 2,
    upper: Math.min(1, upper * (1 + relativeError) + rounding + error.leftOut),
  };
}
