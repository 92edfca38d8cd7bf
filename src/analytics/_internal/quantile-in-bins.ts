import type { BinChoice } from "../choices.js";
import type { QuantileEstimate } from "../estimate.js";
import { isotonic } from "./isotonic.js";

/** What the reports say about the share of values in the bins 0, ..., bin, of one group or of all users. */
export interface CumulatedShares {
  readonly bins: readonly BinChoice[];
  /** The share's estimate. */
  share(bin: number): number;
  /**
   * Whether a test accepts that the share is at least `probability`; one that is, is rejected with at most
   * half the interval's error.
   */
  mayReach(bin: number, probability: number): boolean;
  /**
   * Whether a test accepts that the share is below `probability`; one that is, is rejected with at most half
   * the interval's error.
   */
  mayFallShort(bin: number, probability: number): boolean;
}

/**
 * A quantile and its interval.
 *
 * The quantile's bin is the first one, J, whose cumulated share reaches the probability. The interval begins
 * with the first bin that may reach it and ends with the last bin before which the share may fall short. It
 * begins too late only if the test of J rejects, and ends too early only if the test of J - 1 rejects: two
 * tests, however many bins there are.
 */
export function quantileInBins(shares: CumulatedShares, probability: number): QuantileEstimate {
  const { bins } = shares;
  const last = bins.length - 1;
  const numbers = bins.map((_, bin) => bin);
  const firstBin = numbers.find((bin) => bin === last || shares.mayReach(bin, probability))!;
  const lastBin = numbers.findLast((bin) => bin === 0 || shares.mayFallShort(bin - 1, probability))!;
  const lower = bins[firstBin]!.from;
  const upper = bins[lastBin]!.to;
  const estimate = Math.max(lower, Math.min(upper, interpolated(shares, probability)));
  return { probability, estimate, lower, upper };
}

/** Where the ascending curve through the estimated shares crosses the probability. */
function interpolated({ bins, share }: CumulatedShares, probability: number): number {
  const ends = isotonic(bins.map((_, bin) => Math.max(0, Math.min(1, share(bin)))));
  const bin = ends.findIndex((end, index) => end >= probability || index === bins.length - 1);
  const { from, to } = bins[bin]!;
  const before = bin === 0 ? 0 : ends[bin - 1]!;
  const rise = ends[bin]! - before;
  return rise > 0 ? from + (to - from) * Math.min(1, (probability - before) / rise) : to;
}
