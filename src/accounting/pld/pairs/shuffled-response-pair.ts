/**
 * Shuffled randomized response: the pair that dominates n shuffled reports, one of which may change.
 *
 * k-ary response draws, with probability k / (e^eps0 + k - 1), uniformly among the k categories, else the true one. The
 * truthful reports of the others are revealed; B ~ Bin(n - 1, k / (e^eps0 + k - 1)) uniform ones hide the report in question. With
 * counts a, b of the two categories that it may truly have and r of the others, a + b + r = B + 1, the likelihood ratio is
 * (e^eps0 a + b + r) / (a + e^eps0 b + r). For k = 2 this is the "stronger clones" pair, which dominates every eps0-LDP
 * randomizer. Derivation: docs/theorems/clones-pld.md.
 *
 * @see Feldman, McMillan, Talwar, "Stronger Privacy Amplification by Shuffling", SODA 2023, arXiv:2208.04591, Theorem 3.1
 * @see Balle, Bell, Gascon, Nissim, "The Privacy Blanket of the Shuffle Model", CRYPTO 2019, arXiv:1903.02837, section 5
 */
import { memoize } from "../../../numerics/memoize.js";
import { memoizeLast } from "../../../numerics/memoize-last.js";
import { BiasBins, type BiasPmf } from "../discretize/bias-bins.js";
import {
  type Binomial,
  type BlockPmf,
  binomialBlocks,
  binomialPmf,
  massBetween,
} from "../discretize/binomial-blocks.js";
import { LossBins } from "../discretize/loss-bins.js";
import { SubsampledBins } from "../discretize/subsampled-bins.js";
import type { DominatingPair } from "../dominating-pair.js";
import type { Pmf, Side } from "../pmf.js";

/** One shuffled round of randomized response. */
export interface ShuffledResponse {
  readonly localEpsilon: number;
  /** Reports in one shuffle. */
  readonly reports: number;
  /** k; 2 stands for any randomizer of that local epsilon. */
  readonly categories: number;
  /** The share of the users that is drawn, without replacement, to report. */
  readonly samplingRate: number;
}

const LATTICE_SHARE = 0.42;
/** A smaller one counts as this, which dominates it: below, losses vanish in the rounding of their masses. */
const MIN_LOCAL_EPSILON = 1e-12;
/** Below every pair. */
const NO_LOSS: Pmf = {
  loss: Float64Array.of(0),
  mass: Float64Array.of(1),
  infinityMass: 0,
  reverseInfinityMass: 0,
};
/** Bins per lattice step. */
const BINS_PER_STEP = 8;
/** Blocks of other reports in a squared lattice step. */
const BLOCKS_PER_STEP = 256;
/** Laws of other reports that are kept: groups rise, and use neighbouring ones. */
const MAX_KNOWN_LAWS = 5;
/** In units of `WorkLimits.work`. */
const WORK_PER_OUTCOME = 16;

/** The pair that dominates shuffled randomized response, of all users or of a sample. */
export function shuffledResponsePair(given: ShuffledResponse): DominatingPair {
  const response = { ...given, localEpsilon: Math.max(given.localEpsilon, MIN_LOCAL_EPSILON) };
  const { localEpsilon, reports, samplingRate } = response;
  const lossStdDev = lossStdDevOf(response);
  return {
    symmetric: true,
    lossStdDev,
    latticeShare: LATTICE_SHARE,
    lossSpan: () => Math.min(2 * localEpsilon, 40 * lossStdDev),
    ...(reports === 1 && samplingRate === 1 ? { alignment: localEpsilon } : {}),
    pmfs: memoizeLast((step, negligibleMass) => {
      const relativeStep = step / lossStdDev;
      let outcomes = 0;
      const binsOn = (side: Side) => {
        const bins = new SubsampledBins(new LossBins(step / BINS_PER_STEP), samplingRate);
        outcomes += addOutcomes(bins, response, { relativeStep, negligibleMass, side });
        return bins.finish();
      };
      // The tails of three counts; none of their masses under P is more than twice that under the uniform law.
      const pessimistic = binsOn("pessimistic").pessimistic(6 * negligibleMass);
      const optimistic = given.localEpsilon < MIN_LOCAL_EPSILON ? NO_LOSS : binsOn("optimistic").optimistic();
      return { pessimistic, optimistic, work: WORK_PER_OUTCOME * outcomes };
    }),
  };
}

/** About the standard deviation of the loss: that of samplingRate (e^eps0 - 1) (a - b) / (a + e^eps0 b + r). */
function lossStdDevOf({ localEpsilon, reports, categories, samplingRate }: ShuffledResponse): number {
  const norm = Math.exp(localEpsilon) + categories - 1;
  const hiding = 1 + ((reports - 1) * categories) / norm;
  const spread = Math.expm1(localEpsilon) * Math.sqrt((2 * categories) / hiding);
  return Math.min(localEpsilon, (samplingRate * spread) / norm);
}

interface Grid {
  /** Lattice steps in standard deviations of the loss. */
  readonly relativeStep: number;
  readonly negligibleMass: number;
  /** Groups of counts stand for their smallest on the pessimistic side, and for their largest on the optimistic one. */
  readonly side: Side;
}

/**
 * Adds all outcomes: for every number of reports on the two categories and every bias, the law of how many are on the first.
 *
 * @returns how many outcomes there are
 */
function addOutcomes(bins: SubsampledBins, response: ShuffledResponse, grid: Grid): number {
  let outcomes = 0;
  for (const { reports, biases } of twoCategoryGroups(response, grid)) {
    const { first, mass } = binomialPmf(
      { trials: reports, probability: 0.5, complement: 0.5 },
      grid.negligibleMass,
    );
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
 * More reports on the two categories and a larger r / (a + b) only blur the pair, and r falls with a + b: a group from S1 to S2
 * stands for S1 of them with the ratio as at S2 on the dominating side, and the other way round below.
 */
function* twoCategoryGroups(response: ShuffledResponse, grid: Grid): Generator<TwoCategoryGroup> {
  const { localEpsilon, reports, categories } = response;
  const growth = Math.expm1(localEpsilon);
  const rest = growth + (categories - 2); // not norm - 2, which loses a tiny growth
  const norm = rest + 2;
  const trials = reports - 1;
  const others = { trials, probability: 2 / norm, complement: rest / norm };
  const counts = binomialPmf(others, grid.negligibleMass);
  const last = counts.first + counts.mass.length - 1;
  const otherCategories = otherCategoryLaws(
    { probability: (categories - 2) / rest, complement: growth / rest },
    grid,
  );
  const width = Math.max(1, Math.floor((trials * others.probability * grid.relativeStep ** 2) / 8));
  for (let start = counts.first; start <= last + 1; start += start === 0 ? 1 : width) {
    const end = start === 0 ? 0 : Math.min(last + 1, start + width - 1);
    const [represented, at] = grid.side === "pessimistic" ? [start, end] : [end, start];
    const bins = new BiasBins(grid.relativeStep / 2);
    const add = (mass: number, candidates: number, offset: number) =>
      bins.add(otherCategories(Math.max(0, candidates)), mass, at + offset, (growth * at) / 2);
    // The changed report is on one of the two categories, or on another one.
    add(((growth + 2) / norm) * massBetween(counts, start - 1, end - 1), reports - at, 0);
    if (categories > 2) add(((categories - 2) / norm) * massBetween(counts, start, end), trials - at, 1);
    yield { reports: represented, biases: bins[grid.side]() };
  }
}

/**
 * The law of r among so many candidates. Blocks of r, and of candidates, are so narrow that r changes by a small share of what a
 * lattice step allows; fewer r are worse.
 */
function otherCategoryLaws(
  law: Omit<Binomial, "trials">,
  { relativeStep, negligibleMass, side }: Grid,
): (candidates: number) => BlockPmf {
  const round = side === "pessimistic" ? "down" : "up";
  const blocksOf = memoize(
    (trials: number, width: number) => binomialBlocks({ ...law, trials }, negligibleMass, { width, round }),
    { key: (trials, width) => `${trials} ${width}`, capacity: MAX_KNOWN_LAWS },
  );
  return (candidates) => {
    const spacing = Math.max(
      1,
      Math.min(candidates, Math.floor((candidates * relativeStep ** 2) / BLOCKS_PER_STEP)),
    );
    const grain = 2 ** Math.floor(Math.log2(spacing));
    const trials =
      grain * (round === "down" ? Math.floor(candidates / grain) : Math.ceil(candidates / grain));
    const width = Math.max(1, Math.floor(grain * law.probability));
    return blocksOf(trials, width);
  };
}
