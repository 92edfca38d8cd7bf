import type { Side } from "../../../../pld/pmf.js";
import type { RatioPmf } from "./ratio-pmf.js";

/** How finely the law of a mean is computed. */
export interface MeanGrid {
  /** Cell width in standard deviations of the law's logarithm. */
  readonly relativeStep: number;
  /** Widest bin, in the logarithm: a law of rare large values falls as fast as one copy does. */
  readonly maxLogSpacing: number;
  /** Mass that may be cut off at each end. */
  readonly negligibleMass: number;
}

/** A grid and the side of the true law on which the computed one is to be. */
export interface SideGrid extends MeanGrid {
  readonly side: Side;
}

/** A law above or below that of the mean of some copies, to which copies are added. */
export interface GrowingMean {
  readonly copies: number;
  /** About how many pairs of points were added up so far. */
  readonly work: number;
  /** The mean of two such means. */
  doubled(): GrowingMean;
  plusOneCopy(single: RatioPmf): GrowingMean;
  pmf(): RatioPmf;
}
