import type { BinomialCells } from "../../numerics/binomial-cells.js";
import type { Bracket } from "../../privacy/index.js";

/** A divergence given the value of a count, at several values. */
export interface Conditionals {
  readonly deltas: Float64Array;
  /** The positive parts of the sums that the divergences came from, which scale their rounding. */
  readonly positiveParts: Float64Array;
}

/**
 * The expectation, over a count cut into cells, of a conditional divergence that falls in the count.
 *
 * @param conditionals the divergence at every edge of the cells
 * @param error.rounding relative to the positive parts
 * @param error.leftOut what the values outside the cells can add
 */
export function cellExpectation(
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
