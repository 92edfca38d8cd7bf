import { memoizeLast } from "../../../numerics/memoize-last.js";
import type { DominatingPair } from "../../../pld/dominating-pair.js";
import type { ProgressCallback } from "../../../pld/progress-callback.js";
import { lawOfTheMean } from "./mean-of-ratios/law-of-the-mean.js";
import { lossPmfOf, mixedRatio, type RatioBracket } from "./mean-of-ratios/ratio-pmf.js";

/** A likelihood ratio that is, up to sampling, the mean of independent ratios of single reports. */
export interface MeanRatio {
  /** The ratio of one report, in bins of `relativeStep` standard deviations of its logarithm. */
  readonly single: (relativeStep: number, negligibleMass: number) => RatioBracket;
  readonly reports: number;
  /** The standard deviation of one report's ratio. */
  readonly singleStdDev: number;
  /** About by how much the largest non-negligible ratio of one report exceeds one. */
  readonly singleExcess: number;
  /** Standard deviation of one report's loss, which that of the mean does not exceed. */
  readonly singleLossStdDev: number;
  /** q: the ratio is 1 + q (mean - 1), the changed user reporting secretly with probability q. */
  readonly samplingRate: number;
}

/**
 * Relative step of the law of the mean against the lattice's, so that each uses its share of the width.
 * Valid at any ratio: half or twice of it moves an epsilon within its bracket, by up to 3e-4 of itself, or
 * 1.3 % where there is little noise.
 */
const STEP_RATIO = 2.2;
/**
 * A law of rare large values then has about 5,000 points, and a sum of two takes a tenth of a second. Valid
 * at any: half or twice as much changes no epsilon of the width that is asked for by default.
 */
const MIN_STEP = 0.0095;

/** The pair whose ratio is 1 + samplingRate (S - 1), S the mean of independent ratios. */
export function meanRatioPair({
  single,
  reports,
  singleStdDev,
  singleExcess,
  singleLossStdDev,
  samplingRate,
}: MeanRatio): DominatingPair {
  const meanStdDev = Math.min(singleLossStdDev, singleStdDev / Math.sqrt(reports));
  const lossStdDev = samplingRate * meanStdDev;
  // A law whose largest value is further away stays heavy-tailed for many doublings.
  const isHeavyTailed = singleExcess > 400 * singleStdDev;
  // What a sum on a lattice costs of the width, in units of a sum in bins
  const sums = sumsOf(reports) * (isHeavyTailed ? 1 : 0.6);
  return {
    symmetric: false,
    chi: (samplingRate * singleStdDev) / Math.sqrt(reports),
    lossStdDev,
    // The losses span 40 standard deviations.
    lossSpan: () => 40 * lossStdDev + Math.log1p((samplingRate * singleExcess) / reports),
    hints: {
      latticeShare: 0.26, // the law of the mean takes most of the time: most of the width is for it
      probeFirst: singleExcess > 100 * singleStdDev, // then the work of a pass is hard to predict
      smallestStep: (MIN_STEP * lossStdDev * Math.sqrt(sums)) / STEP_RATIO,
    },
    pmfs: memoizeLast((step, negligibleMass, onProgress?: ProgressCallback) => {
      const relativeStep = Math.min(0.2, ((step / lossStdDev) * STEP_RATIO) / Math.sqrt(sums));
      const { pessimistic, optimistic, work } = lawOfTheMean((width) => single(width, negligibleMass), {
        copies: reports,
        relativeStep,
        maxLogSpacing: 0.7 * relativeStep * singleLossStdDev,
        negligibleMass,
        onProgress,
      });
      return {
        pessimistic: lossPmfOf(mixedRatio(pessimistic, samplingRate)),
        optimistic: lossPmfOf(mixedRatio(optimistic, samplingRate)),
        work,
      };
    }),
  };
}

/** How many sums of two laws a mean takes: one doubling per binary digit, one addition per one. */
function sumsOf(copies: number): number {
  const digits = copies.toString(2);
  return digits.length + digits.replaceAll("0", "").length;
}
