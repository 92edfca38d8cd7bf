/**
 * Shuffled randomized response: the pair that dominates n shuffled reports, one of which may change.
 *
 * k-ary response draws, with probability k / (e^eps0 + k - 1), uniformly among the k answers, else tells the truth. The truthful
 * reports of the others are given away; B ~ Bin(n - 1, k / (e^eps0 + k - 1)) uniform ones hide the report in question. With
 * counts a, b of its two possible truths and r of the other answers, a + b + r = B + 1, the likelihood ratio is
 * (e^eps0 a + b + r) / (a + e^eps0 b + r). For k = 2 this is the "stronger clones" pair, which dominates every eps0-LDP
 * randomizer. Derivation: docs/theorems/clones-pld.md.
 *
 * @see Feldman, McMillan, Talwar, "Stronger Privacy Amplification by Shuffling", SODA 2023, arXiv:2208.04591, Theorem 3.1
 * @see Balle, Bell, Gascon, Nissim, "The Privacy Blanket of the Shuffle Model", CRYPTO 2019, arXiv:1903.02837, section 5
 */
import { type Binomial, binomialMasses, type CountMasses } from "../_internal/binomial-masses.js";
import { ContrastCells, type Contrasts } from "../_internal/contrast-cells.js";
import { type CountBlocks, countBlocks } from "../_internal/count-blocks.js";
import { LossBins } from "../_internal/loss-bins.js";
import { rangeSum } from "../_internal/range-sum.js";
import { rememberLast } from "../_internal/remember-last.js";
import { SampledBins } from "../_internal/sampled-bins.js";
import type { LossAtoms, LossPair } from "../loss-pair.js";

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
/** A smaller one counts as this, which dominates it: below, losses are lost in the rounding of their masses. */
const LEAST_LOCAL_EPSILON = 1e-12;
/** Below every pair. */
const NO_LOSS: LossAtoms = { loss: Float64Array.of(0), mass: Float64Array.of(1), infinite: 0, vanishing: 0 };
/** Bins per lattice step. */
const BINS_PER_STEP = 8;
/** Blocks of other reports in a squared lattice step. */
const BLOCKS_PER_STEP = 256;
/** Laws of other reports that are kept: groups go up, and ask for neighbours. */
const MOST_LAWS = 4;
/** In units of a pair of points: see `effort.ts`. */
const WORK_PER_OUTCOME = 16;

export function shuffledResponsePair(given: ShuffledResponse): LossPair {
  const response = { ...given, localEpsilon: Math.max(given.localEpsilon, LEAST_LOCAL_EPSILON) };
  const { localEpsilon, reports, samplingRate } = response;
  const lossScale = scaleOf(response);
  return {
    symmetric: true,
    lossScale,
    latticeShare: LATTICE_SHARE,
    lossSpan: () => Math.min(2 * localEpsilon, 40 * lossScale),
    ...(reports === 1 && samplingRate === 1 ? { alignment: localEpsilon } : {}),
    atoms: rememberLast((step, negligible) => {
      const fineness = step / lossScale;
      let outcomes = 0;
      const side = (round: Round) => {
        const bins = new SampledBins(new LossBins(step / BINS_PER_STEP), samplingRate);
        outcomes += addOutcomes(bins, response, { fineness, negligible, round });
        return bins.finish();
      };
      // The windows of three counts; none of their masses under P is more than twice that under the uniform law.
      const upper = side("down").raised(6 * negligible);
      const lower = given.localEpsilon < LEAST_LOCAL_EPSILON ? NO_LOSS : side("up").merged();
      return { upper, lower, work: WORK_PER_OUTCOME * outcomes };
    }),
  };
}

/** About the standard deviation of the loss: that of gamma (e^eps0 - 1) (a - b) / (a + e^eps0 b + r). */
function scaleOf({ localEpsilon, reports, categories, samplingRate }: ShuffledResponse): number {
  const norm = Math.exp(localEpsilon) + categories - 1;
  const hiding = 1 + ((reports - 1) * categories) / norm;
  const spread = Math.expm1(localEpsilon) * Math.sqrt((2 * categories) / hiding);
  return Math.min(localEpsilon, (samplingRate * spread) / norm);
}

/** Which side is made: groups of counts stand for their smallest on the upper side, and for their largest on the lower. */
type Round = "down" | "up";

interface Grid {
  /** Lattice steps in standard deviations of the loss. */
  readonly fineness: number;
  readonly negligible: number;
  readonly round: Round;
}

/** All outcomes: for every number of fair reports and contrast, the law of how many of the fair ones tell the first truth; how many. */
function addOutcomes(bins: SampledBins, response: ShuffledResponse, grid: Grid): number {
  let outcomes = 0;
  for (const { fair, contrasts } of fairGroups(response, grid)) {
    const { first, mass } = binomialMasses(
      { trials: fair, probability: 0.5, complement: 0.5 },
      grid.negligible,
    );
    // Fewer than half are the mirror image.
    for (let a = Math.ceil(fair / 2); a < first + mass.length; a++) {
      if (2 * a === fair)
        bins.addNeutral(mass[a - first]! * rangeSum(contrasts.masses, 0, contrasts.masses.length));
      else bins.add(mass[a - first]!, (2 * a - fair) / fair, contrasts);
      outcomes += contrasts.masses.length;
    }
  }
  return outcomes;
}

interface FairGroup {
  /** a + b: reports that are one truth or the other by a fair coin, but for the changed user's. */
  readonly fair: number;
  /** Given them, the outcome a has likelihoods 1 +- contrast (2 a / fair - 1). */
  readonly contrasts: Contrasts;
}

/**
 * The joint law of a + b and r, in groups.
 *
 * More fair reports and a larger r / (a + b) only blur the pair, and r falls with a + b: a group from S1 to S2 stands for S1 fair
 * reports with the ratio as at S2 on the dominating side, and the other way round below.
 */
function* fairGroups(response: ShuffledResponse, grid: Grid): Generator<FairGroup> {
  const { localEpsilon, reports, categories } = response;
  const growth = Math.expm1(localEpsilon);
  const rest = growth + (categories - 2); // not norm - 2, which loses a tiny growth
  const norm = rest + 2;
  const trials = reports - 1;
  const others = { trials, probability: 2 / norm, complement: rest / norm };
  const counts = binomialMasses(others, grid.negligible);
  const last = counts.first + counts.mass.length - 1;
  const elsewhere = elsewhereLaws({ probability: (categories - 2) / rest, complement: growth / rest }, grid);
  const width = Math.max(1, Math.floor((trials * others.probability * grid.fineness ** 2) / 8));
  for (let start = counts.first; start <= last + 1; start += start === 0 ? 1 : width) {
    const end = start === 0 ? 0 : Math.min(last + 1, start + width - 1);
    const [fair, at] = grid.round === "down" ? [start, end] : [end, start];
    const cells = new ContrastCells(grid.fineness / 2);
    const add = (mass: number, candidates: number, more: number) =>
      cells.add(elsewhere(Math.max(0, candidates)), mass, at + more, (growth * at) / 2);
    // The changed report is one of the fair ones, or else one of the others.
    add(((growth + 2) / norm) * massBetween(counts, start - 1, end - 1), reports - at, 0);
    if (categories > 2) add(((categories - 2) / norm) * massBetween(counts, start, end), trials - at, 1);
    yield { fair, contrasts: grid.round === "down" ? cells.raised() : cells.merged() };
  }
}

/**
 * The law of r among so many candidates. Blocks of r, and of candidates, are so narrow that r changes by a small share of what a lattice
 * step allows; fewer r are worse.
 */
function elsewhereLaws(
  law: Omit<Binomial, "trials">,
  { fineness, negligible, round }: Grid,
): (candidates: number) => CountBlocks {
  const known = new Map<number, CountBlocks>();
  return (candidates) => {
    const spacing = Math.max(
      1,
      Math.min(candidates, Math.floor((candidates * fineness ** 2) / BLOCKS_PER_STEP)),
    );
    const grain = 2 ** Math.floor(Math.log2(spacing));
    const trials =
      grain * (round === "down" ? Math.floor(candidates / grain) : Math.ceil(candidates / grain));
    const width = Math.max(1, Math.floor(grain * law.probability));
    if (known.size > MOST_LAWS) known.clear();
    const found = known.get(trials) ?? countBlocks({ ...law, trials }, negligible, { width, round });
    known.set(trials, found);
    return found;
  };
}

/** The mass of the counts from `from` to `to`. */
function massBetween({ first, mass }: CountMasses, from: number, to: number): number {
  return rangeSum(mass, Math.max(0, from - first), Math.min(mass.length, to - first + 1));
}
