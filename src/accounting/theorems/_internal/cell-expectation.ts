import type { BinomialCells } from "../../../numerics/binomial-cells.js";
import type { Bracket } from "../../../privacy/index.js";

/** A divergence given the value of a count, and the positive part of the sum it came from, which scales its rounding. */
export interface Conditional {
  readonly delta: number;
  readonly positivePart: number;
}

/**
 * The expectation, over a count cut into cells, of a conditional divergence that falls in the count.
 *
 * @param atEdges the divergence at every edge of the cells
 * @param error.rounding relative to the positive parts
 * @param error.leftOut what the values outside the cells can add
 */
export function cellExpectation(
  { edges, masses, relativeError }: BinomialCells,
  atEdges: readonly Conditional[],
  error: { readonly rounding: number; readonly leftOut: number },
): Bracket {
  let lower = 0;
  let upper = 0;
  let positivePart = 0;
  for (let i = 0; i < masses.length; i++) {
    const here = atEdges[i]!;
    const single = edges[i + 1] === edges[i]! + 1;
    upper += masses[i]! * here.delta;
    lower += masses[i]! * (single ? here : atEdges[i + 1]!).delta;
    positivePart += masses[i]! * here.positivePart;
  }
  const rounding = positivePart * error.rounding;
  return {
    lower: Math.max(0, lower * (1 - relativeError) - rounding),
    estimate: (lower + upper) / 2,
    upper: upper * (1 + relativeError) + rounding + error.leftOut,
  };
}
