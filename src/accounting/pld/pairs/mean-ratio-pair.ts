import { rememberLast } from "../_internal/remember-last.js";
import { dilutedLaw } from "../law/diluted-law.js";
import { lawOfTheMean } from "../law/law-of-the-mean.js";
import { lossAtomsOf, type RatioLaw, type RatioLawBracket } from "../law/ratio-law.js";
import type { LossPair } from "../loss-pair.js";
import type { ProgressCallback } from "../progress-callback.js";

export interface MeanRatio {
  /** The ratio of one report, in bins of so many standard deviations of its logarithm. */
  readonly single: (fineness: number, negligible: number) => RatioLawBracket;
  readonly reports: number;
  /** The standard deviation of one report's ratio. */
  readonly singleDeviation: number;
  /** About by how much the largest ratio of one report that matters exceeds one. */
  readonly singleExcess: number;
  /** The largest loss scale that makes sense, that of one report. */
  readonly largestScale: number;
  /** f: the ratio is 1 + f (mean - 1), the changed user being hidden with probability 1 - f. */
  readonly fraction: number;
}

/** The law takes most of the time: most of the width is for it. */
const LATTICE_SHARE = 0.26;
/** Against the lattice's share of the bracket, so that each of the two takes its part. */
const SHARE = 2.2;
const COARSEST = 0.2;
/** A law of rare large values then has about 5,000 points, and a sum of two takes a tenth of a second. */
const FINEST = 0.0095;
const SPAN = 40;
/** What a sum on a lattice costs of the width, in units of a sum in bins. */
const LATTICE_STAGE = 0.6;
/** A law whose largest value is so many standard deviations away stays heavy-tailed for many doublings. */
const HEAVY = 400;
/** From so many on the time of a pass is not foreseen. */
const LONG_TAILED = 100;

/** The pair whose ratio is 1 + fraction (S - 1), S the mean of independent ratios. */
export function meanRatioPair({
  single,
  reports,
  singleDeviation,
  singleExcess,
  largestScale,
  fraction,
}: MeanRatio): LossPair {
  const meanScale = Math.min(largestScale, singleDeviation / Math.sqrt(reports));
  const lossScale = fraction * meanScale;
  const isHeavy = singleExcess > HEAVY * singleDeviation;
  const stages = stagesOf(reports) * (isHeavy ? 1 : LATTICE_STAGE);
  return {
    symmetric: false,
    chiSquare: (fraction * singleDeviation) ** 2 / reports,
    lossScale,
    lossSpan: () => SPAN * lossScale + Math.log1p((fraction * singleExcess) / reports),
    latticeShare: LATTICE_SHARE,
    probeFirst: singleExcess > LONG_TAILED * singleDeviation,
    smallestStep: (FINEST * lossScale * Math.sqrt(stages)) / SHARE,
    atoms: rememberLast((step, negligible, watch?: ProgressCallback) => {
      let work = 0;
      const fineness = Math.min(COARSEST, ((step / lossScale) * SHARE) / Math.sqrt(stages));
      const law = lawOfTheMean((width) => single(width, negligible), {
        copies: reports,
        fineness,
        largestSpacing: 0.7 * fineness * largestScale,
        negligible,
        watch,
        onWork: (pairs) => {
          work += pairs;
        },
      });
      const atomsOf = (side: RatioLaw) => lossAtomsOf(dilutedLaw(side, fraction));
      return { upper: atomsOf(law.upper), lower: atomsOf(law.lower), work };
    }),
  };
}

/** How often the law is put back on a grid: one doubling per binary digit, one addition per one. */
function stagesOf(copies: number): number {
  const digits = copies.toString(2);
  return digits.length + digits.replaceAll("0", "").length;
}
