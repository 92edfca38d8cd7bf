/**
 * The law of the mean of n independent copies of a likelihood ratio, between two discrete laws in convex order.
 *
 * Doubling: the mean of 2 m copies is the mean of two independent means of m. After each step the law is put back on about as
 * many points as before: merging the points of a bin into their mean lowers it in convex order, splitting them onto the bin's
 * ends raises it, and convex order survives independent sums. All sums have positive terms, so both tails keep their relative
 * accuracy however small they are. Derivation: docs/theorems/law-of-the-mean.md.
 */

import type { ProgressCallback } from "../progress-callback.js";
import { balanced } from "./balanced.js";
import { binnedMean } from "./binned-mean.js";
import type { Side } from "./lattice-law.js";
import type { MeanGrid } from "./mean-grid.js";
import type { RatioLaw, RatioLawBracket } from "./ratio-law.js";

export interface MeanOptions extends MeanGrid {
  /** n, integer >= 1. */
  readonly copies: number;
  readonly watch?: ProgressCallback | undefined;
}

/**
 * @param baseAt the law of one copy at a bin width in standard deviations of its logarithm
 */
export function lawOfTheMean(
  baseAt: (fineness: number) => RatioLawBracket,
  options: MeanOptions,
): RatioLawBracket {
  const known = new Map<number, RatioLawBracket>();
  const single = (fineness: number) => {
    const law = known.get(fineness) ?? baseAt(fineness);
    known.set(fineness, law);
    return law;
  };
  const side = (name: Side, share: number) => {
    const watch: ProgressCallback = (done) => options.watch?.((share + done) / 2);
    return meanOf((fineness) => balanced(single(fineness)[name]), { ...options, watch }, name);
  };
  return { upper: side("upper", 0), lower: side("lower", 1) };
}

/** One copy among many may be coarse: its bins are felt by 1 / count of the variance. */
const COARSEST = 0.3;

function meanOf(
  baseAt: (fineness: number) => RatioLaw,
  { copies, watch, ...grid }: MeanOptions,
  side: Side,
): RatioLaw {
  const { fineness } = grid;
  let mean = binnedMean(baseAt(0.7 * fineness), 1, { ...grid, side });
  const bits = copies.toString(2).slice(1);
  for (const [i, bit] of [...bits].entries()) {
    watch?.(i / bits.length);
    mean = mean.doubled();
    if (bit === "0") continue;
    const coarse = Math.min(COARSEST, fineness * Math.sqrt(mean.copies / 6));
    mean = mean.withOneMore(baseAt(Math.max(fineness, coarse)));
  }
  return mean.law();
}
