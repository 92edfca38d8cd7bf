/**
 * Shuffled randomized response: the pair that dominates n shuffled reports, one of which may change.
 *
 * k-ary response draws, with probability k / (e^eps0 + k - 1), uniformly among the k categories, else the
 * true one. The truthful reports of the others are revealed; B ~ Bin(n - 1, k / (e^eps0 + k - 1)) uniform
 * ones hide the report in question. With counts a, b of the two categories that it may truly have and r of
 * the others, a + b + r = B + 1, the likelihood ratio is (e^eps0 a + b + r) / (a + e^eps0 b + r). For k = 2
 * this is the "stronger clones" pair, which dominates every eps0-LDP randomizer. Derivation:
 * docs/theorems/clones-pld.md.
 *
 * Other randomizers of two levels are the same with k = 1 / A real, but that sets of reports may meet: a and
 * b count the reports in one of the two sets, and one in both sets counts e^eps0 times in r. Derivation:
 * docs/theorems/subset-response.md.
 *
 * @see Feldman, McMillan, Talwar, "Stronger Privacy Amplification by Shuffling", SODA 2023, arXiv:2208.04591,
 *   Theorem 3.1
 * @see Balle, Bell, Gascon, Nissim, "The Privacy Blanket of the Shuffle Model", CRYPTO 2019,
 *   arXiv:1903.02837, section 5
 */

import { FAIR_COIN } from "../../../../numerics/fair-coin.js";
import { memoizeLast } from "../../../../numerics/memoize-last.js";
import { ROUNDING } from "../../../../numerics/rounding.js";
import { LossBins } from "../../../../pld/discretize/loss-bins.js";
import type { DominatingPair } from "../../../../pld/dominating-pair.js";
import type { Pmf, Side } from "../../../../pld/pmf.js";
import type { ResponseShape } from "../../../rounds/response-shape.js";
import { BiasBins, type BiasPmf } from "./bias-bins.js";
import { binomialPmf, massBetween } from "./binomial-blocks.js";
import { type Grid, restLaws } from "./rest-laws.js";
import { SubsampledBins } from "./subsampled-bins.js";

/**
 * One shuffled round of reports of two levels; binary randomized response stands for any randomizer of that
 * local epsilon.
 */
export interface ShuffledResponse extends ResponseShape {
  /** Reports in one shuffle. */
  readonly reports: number;
  /** The share of the users that is drawn, without replacement, to report. */
  readonly samplingRate: number;
}

/**
 * A smaller one counts as this, which dominates it: below, losses vanish in the rounding of their masses. Of
 * smaller ones twice as much raises a delta, 2e-13 among 10 reports, by two thirds.
 */
const MIN_LOCAL_EPSILON = 1e-12;
/** Below every pair. */
const NO_LOSS: Pmf = {
  loss: Float64Array.of(0),
  mass: Float64Array.of(1),
  infinityMass: 0,
  reverseInfinityMass: 0,
};

/** The pair that dominates shuffled randomized response, of all users or of a sample. */
export function shuffledResponsePair(given: ShuffledResponse): DominatingPair {
  const response = { ...given, localEpsilon: Math.max(given.localEpsilon, MIN_LOCAL_EPSILON) };
  const { localEpsilon, reports, samplingRate } = response;
  const lossStdDev = lossStdDevOf(response);
  return {
    symmetric: true,
    lossStdDev,
    hints: {
      latticeShare: 0.42,
      ...(reports === 1 && samplingRate === 1 && { alignment: localEpsilon }),
    },
    lossSpan: () => Math.min(2 * localEpsilon, 40 * lossStdDev),
    largestLoss: Math.log1p(samplingRate * Math.expm1(localEpsilon)) * (1 + ROUNDING.formula),
    pmfs: memoizeLast((step, negligibleMass) => {
      const relativeStep = step / lossStdDev;
      let outcomes = 0;
      const binsOn = (side: Side) => {
        const bins = new SubsampledBins(new LossBins(step / 8), samplingRate);
        outcomes += addOutcomes(bins, response, { relativeStep, negligibleMass, side });
        return bins.finish();
      };
      // The tails of four counts; none of their masses under P is more than twice that under the uniform law.
      const pessimistic = binsOn("pessimistic").pessimistic(8 * negligibleMass);
      const optimistic = given.localEpsilon < MIN_LOCAL_EPSILON ? NO_LOSS : binsOn("optimistic").optimistic();
      return { pessimistic, optimistic, work: 16 * outcomes }; // in units of `WorkLimits.work`
    }),
  };
}

/**
 * About the standard deviation of the loss: that of samplingRate (e^eps0 - 1) (a - b) / (a + e^eps0 b + r).
 */
function lossStdDevOf(response: ShuffledResponse): number {
  const { localEpsilon, reports, categories, ownShare, samplingRate } = response;
  const norm = Math.exp(localEpsilon) + categories - 1;
  const hiding = 1 + ((reports - 1) * categories) / norm;
  const spread = Math.expm1(localEpsilon) * Math.sqrt((2 * categories * ownShare) / hiding);
  return Math.min(localEpsilon, (samplingRate * spread) / norm);
}

/**
 * Adds all outcomes: for every number of reports on the two categories and every bias, the law of how many
 * are on the first.
 *
 * @returns how many outcomes there are
 */
function addOutcomes(bins: SubsampledBins, response: ShuffledResponse, grid: Grid): number {
  let outcomes = 0;
  for (const { reports, biases } of twoCategoryGroups(response, grid)) {
    const { first, mass } = binomialPmf({ trials: reports, ...FAIR_COIN }, grid.negligibleMass);
    // Fewer than half are the mirror image.
    for (let a = Math.ceil(reports / 2); a < first + mass.length; a++) {
      if (2 * a === reports)
        bins.addZeroLoss(mass[a - first]! * biases.mass.reduce((sum, each) => sum + each, 0));
      else bins.add(mass[a - first]!, (2 * a - reports) / reports, biases);
      outcomes += biases.mass.length;
    }
  }
  return outcomes;
}

interface TwoCategoryGroup {
  /** a + b: reports that are on either category by a fair coin, but for the changed user's. */
  readonly reports: number;
  /** Given them, the outcome a has likelihoods 1 +- bias (2 a / reports - 1). */
  readonly biases: BiasPmf;
}

/**
 * The joint law of a + b and r, in groups.
 *
 * More reports on the two categories and a larger r / (a + b) only blur the pair, and r falls with a + b: a
 * group from S1 to S2 stands for S1 of them with the ratio as at S2 on the dominating side, and the other way
 * round below.
 */
function* twoCategoryGroups(response: ShuffledResponse, grid: Grid): Generator<TwoCategoryGroup> {
  const { localEpsilon, reports, categories, ownShare } = response;
  const growth = Math.expm1(localEpsilon);
  const both = 1 - ownShare;
  const neither = Math.max(0, categories - 1 - ownShare);
  const rest = growth + (neither + both); // not norm - 2 ownShare, which loses a tiny growth
  const norm = rest + 2 * ownShare;
  const trials = reports - 1;
  const others = { trials, probability: (2 * ownShare) / norm, complement: rest / norm };
  const counts = binomialPmf(others, grid.negligibleMass);
  const last = counts.first + counts.mass.length - 1;
  const lawOf = restLaws({ neither, both, revealed: growth }, grid);
  const width = Math.max(1, Math.floor((trials * others.probability * grid.relativeStep ** 2) / 8));
  for (let start = counts.first; start <= last + 1; start += start === 0 ? 1 : width) {
    const end = start === 0 ? 0 : Math.min(last + 1, start + width - 1);
    const [represented, at] = grid.side === "pessimistic" ? [start, end] : [end, start];
    const bins = new BiasBins(grid.relativeStep / 2);
    const add = (mass: number, candidates: number, offset: number) => {
      bins.add(lawOf(Math.max(0, candidates)), mass, at + offset, (growth * at) / 2);
    };
    // The changed report is in one of the two sets, in neither or in both.
    const elsewhere = massBetween(counts, start, end) / norm;
    add((((growth + 2) * ownShare) / norm) * massBetween(counts, start - 1, end - 1), reports - at, 0);
    if (neither > 0) add(neither * elsewhere, trials - at, 1);
    if (both > 0) add((1 + growth) * both * elsewhere, trials - at, 1 + growth);
    yield { reports: represented, biases: bins[grid.side]() };
  }
}
