import type { Side } from "./lattice-law.js";
import type { RatioLaw } from "./ratio-law.js";

export interface MeanGrid {
  /** Cell width in standard deviations of the law's logarithm. */
  readonly fineness: number;
  /** Widest bin, in the logarithm: a law of rare large values falls as fast as one copy does. */
  readonly largestSpacing: number;
  /** Mass that may be cut off at each end. */
  readonly negligible: number;
  /** Told of every sum of two laws how many pairs of points it took, in units of `EffortLimits.work`. */
  readonly onWork?: ((pairs: number) => void) | undefined;
}

export interface SideGrid extends MeanGrid {
  readonly side: Side;
}

/** A certified side of the law of a mean, to which copies are added. */
export interface GrowingMean {
  readonly copies: number;
  /** The mean of two such means. */
  doubled(): GrowingMean;
  withOneMore(single: RatioLaw): GrowingMean;
  law(): RatioLaw;
}
