/**
 * The law of the mean of n independent copies of a likelihood ratio, between two discrete laws in convex
 * order.
 *
 * Doubling: the mean of 2 m copies is the mean of two independent means of m. After each step the law is put
 * back on about as many points as before: merging the points of a bin into their mean lowers it in convex
 * order, splitting them onto the bin's ends raises it, and convex order survives independent sums. All sums
 * have positive terms, so both tails keep their relative accuracy however small they are. Derivation:
 * docs/theorems/law-of-the-mean.md.
 */
import { memoize } from "../../../../numerics/memoize.js";
import type { Side } from "../../../../pld/pmf.js";
import type { ProgressCallback } from "../../../../pld/progress-callback.js";
import type { GrowingMean, MeanGrid, SideGrid } from "./growing-mean.js";
import { latticeMeanOf } from "./lattice-mean.js";
import { binNodes, binsOfSum, optimisticOf, pessimisticOf, trimmed } from "./ratio-bins.js";
import { normalized, type RatioBracket, type RatioPmf, recentred } from "./ratio-pmf.js";

/** How many copies, and on what grid. */
export interface MeanOptions extends MeanGrid {
  /** n, integer >= 1. */
  readonly copies: number;
  readonly onProgress?: ProgressCallback | undefined;
}

/** Enclosing laws of a mean, with about how many pairs of points were added up for them. */
export interface MeanBracket extends RatioBracket {
  readonly work: number;
}

/**
 * Laws above and below that of the mean of `copies` independent ratios, in convex order.
 *
 * @param singleAt the law of one copy at a bin width in standard deviations of its logarithm
 */
export function lawOfTheMean(
  singleAt: (relativeStep: number) => RatioBracket,
  options: MeanOptions,
): MeanBracket {
  const single = memoize(singleAt);
  const meanOn = (side: Side, sidesDone: number) => {
    const onProgress: ProgressCallback = (fraction) => options.onProgress?.((sidesDone + fraction) / 2);
    return meanOf((relativeStep) => normalized(single(relativeStep)[side]), { ...options, onProgress }, side);
  };
  const pessimistic = meanOn("pessimistic", 0);
  const optimistic = meanOn("optimistic", 1);
  return {
    pessimistic: pessimistic.pmf(),
    optimistic: optimistic.pmf(),
    work: pessimistic.work + optimistic.work,
  };
}

function meanOf(
  singleAt: (relativeStep: number) => RatioPmf,
  { copies, onProgress, ...grid }: MeanOptions,
  side: Side,
): GrowingMean {
  const { relativeStep } = grid;
  let mean = growingMean(singleAt(0.7 * relativeStep), { copies: 1, work: 0 }, { ...grid, side });
  const bits = copies.toString(2).slice(1);
  for (const [i, bit] of [...bits].entries()) {
    onProgress?.(i / bits.length);
    mean = mean.doubled();
    if (bit === "0") continue;
    // One copy among many may be coarse: its bins contribute 1 / count of the variance
    const coarse = Math.min(0.3, relativeStep * Math.sqrt(mean.copies / 6));
    mean = mean.plusOneCopy(singleAt(Math.max(relativeStep, coarse)));
  }
  return mean;
}

/** On a lattice as soon as the law is narrow enough, else in bins of the logarithm, which suit broad laws. */
function growingMean(
  law: RatioPmf,
  state: Pick<GrowingMean, "copies" | "work">,
  grid: SideGrid,
): GrowingMean {
  return latticeMeanOf(law, state, grid) ?? binnedMean(law, state, grid);
}

function binnedMean(
  law: RatioPmf,
  { copies, work }: Pick<GrowingMean, "copies" | "work">,
  grid: SideGrid,
): GrowingMean {
  const plus = (other: RatioPmf, more: number) => {
    const pairs = (law.value.length * other.value.length) / (law === other ? 2 : 1);
    const sum = weightedSum(law, other, copies / (copies + more), grid);
    // A pair of points in bins takes three times the work: bins change from pair to pair unpredictably.
    return growingMean(sum, { copies: copies + more, work: work + 3 * pairs }, grid);
  };
  return {
    copies,
    work,
    doubled: () => plus(law, copies),
    plusOneCopy: (single) => plus(single, 1),
    pmf: () => recentred(law),
  };
}

/** The law of share * one + (1 - share) * other, put back on bins. */
function weightedSum(
  one: RatioPmf,
  other: RatioPmf,
  share: number,
  { relativeStep, maxLogSpacing, negligibleMass, side }: SideGrid,
): RatioPmf {
  // A sum loses more variance in bins than on a lattice of the same width
  const nodes = binNodes(one, other, share, { relativeStep: 0.7 * relativeStep, maxLogSpacing });
  const bins = trimmed(binsOfSum(one, other, share, nodes), negligibleMass);
  return recentred(normalized(side === "pessimistic" ? pessimisticOf(bins) : optimisticOf(bins)));
}
