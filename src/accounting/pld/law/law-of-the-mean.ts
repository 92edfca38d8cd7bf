/**
 * The law of the mean of n independent copies of a likelihood ratio, between two discrete laws in convex order.
 *
 * Doubling: the mean of 2 m copies is the mean of two independent means of m. After each step the law is put back on about as
 * many points as before: merging the points of a bin into their mean lowers it in convex order, splitting them onto the bin's
 * ends raises it, and convex order survives independent sums. All sums have positive terms, so both tails keep their relative
 * accuracy however small they are. Derivation: docs/theorems/law-of-the-mean.md.
 */
import { balanced } from "./balanced.js";
import { binsOfSum } from "./bins-of-sum.js";
import { nodesFor } from "./nodes-for.js";
import type { RatioLaw, RatioLawBracket } from "./ratio-law.js";
import { recentred } from "./recentred.js";
import { lowerOf, trimmed, upperOf } from "./sides-of-bins.js";

export interface MeanOptions {
  /** n, integer >= 1. */
  readonly copies: number;
  /** Bin width in standard deviations of the law's logarithm. */
  readonly fineness: number;
  /** Widest bin, in the logarithm: a law of rare large values falls as fast as one copy does. */
  readonly largestSpacing: number;
  /** Mass that may be cut off at each end. */
  readonly negligible: number;
}

/**
 * @param baseAt the law of one copy at a bin width in standard deviations of its logarithm
 */
export function lawOfTheMean(
  baseAt: (fineness: number) => RatioLawBracket,
  options: MeanOptions,
): RatioLawBracket {
  const side = (name: "upper" | "lower") =>
    meanOf((fineness) => balanced(baseAt(fineness)[name]), options, name === "upper" ? upperOf : lowerOf);
  return { upper: side("upper"), lower: side("lower") };
}

type Collapse = typeof upperOf;

function meanOf(
  baseAt: (fineness: number) => RatioLaw,
  { copies, fineness, largestSpacing, negligible }: MeanOptions,
  collapse: Collapse,
): RatioLaw {
  const weightedSum = (one: RatioLaw, other: RatioLaw, share: number) => {
    const nodes = nodesFor(one, other, share, { fineness, largest: largestSpacing });
    const bins = trimmed(binsOfSum(one, other, share, nodes), negligible);
    return recentred(balanced(collapse(bins)));
  };
  let law = recentred(baseAt(fineness));
  let count = 1;
  for (const bit of copies.toString(2).slice(1)) {
    law = weightedSum(law, law, 0.5);
    count *= 2;
    if (bit === "1") {
      // One copy among many may be coarse: its bins are felt by 1 / count of the variance.
      const single = baseAt(Math.max(fineness, Math.min(COARSEST, fineness * Math.sqrt(count / 10))));
      law = weightedSum(law, single, count / (count + 1));
      count++;
    }
  }
  return law;
}

const COARSEST = 0.3;
