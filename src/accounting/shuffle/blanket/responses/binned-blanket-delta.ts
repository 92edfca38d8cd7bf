import { type BinomialCells, type BinomialLaw, binomialCells } from "../../../../numerics/binomial-cells.js";
import { binomialTailRatio } from "../../../../numerics/binomial-tail-ratio.js";
import { FAIR_COIN } from "../../../../numerics/fair-coin.js";
import { logBinomialMass } from "../../../../numerics/log-binomial-mass.js";
import { ROUNDING } from "../../../../numerics/rounding.js";
import type { Bracket } from "../../../../privacy/index.js";
import { coarsenCells } from "../../clones/coarsen-cells.js";
import { type BlanketPair, blanketShares } from "./blanket-delta.js";

/**
 * Approximate number of pairs (cell of T, cell of C) to sum over. Valid at any number: half as many raise an
 * epsilon at delta 1e-60 by 0.13 %, twice as many lower it by 0.04 %; others move by less than 1e-6.
 */
const PAIRS = 64 ** 2;
/**
 * Fewer near the mean of more than LONG_TAILS two-category reports, where tails take long to sum and epsilon
 * is tiny.
 */
const PAIRS_NEAR_MEAN = 16 ** 2;
const LONG_TAILS = 1e4;

/**
 * The hockey-stick divergence of `blanketDelta` where there are too many pairs of counts to sum one by one.
 *
 * In a cell t1 <= T < t2 it lies between its values at the ends. In a cell c1 <= C <= c2 it is bracketed
 * through convex order: 2 H - C is a sum of C signs, which rises in convex order with C, so that it lies
 * between that of c1 signs with C = c2 in the subtracted terms of
 *
 * delta = E[(k q / T) (e^localEpsilon - 1) (1 + e^epsilon) (H - C / 2 - tanh(epsilon / 2) (C / 2 + T /
 * (e^localEpsilon - 1)))+]
 *
 * and that of c2 signs with C = c1 there.
 *
 * @param search.leastDelta the smallest delta of interest
 * @param search.guess approximate epsilon: it affects the cells' widths, never validity
 */
export function binnedBlanketDelta(
  pair: BlanketPair,
  search: { readonly leastDelta: number; readonly guess: number },
): (epsilon: number) => Bracket {
  const { localEpsilon, categories } = pair;
  const { totals, columns, tail } = cellPairsOf(pair, search);
  const { truthfulProbability } = blanketShares(pair);
  const leftOut = (2 + 2 * categories) * tail + 1e-200; // more than all terms together that underflow
  const relativeError = columns.reduce(
    (most, { twoCategory }) => Math.max(most, twoCategory.relativeError),
    0,
  );
  const massError = relativeError + totals.relativeError;
  return (epsilon) => {
    const factor = categories * truthfulProbability * (1 + Math.exp(epsilon));
    const steepness = Math.tanh(epsilon / 2);
    const ends = columns.map(({ total, twoCategory }) =>
      excessOver(twoCategory, {
        steepness,
        offset: total * offsetPerReport(localEpsilon),
        factor: factor / total,
      }),
    );
    let least = 0;
    let most = 0;
    let positivePart = 0;
    totals.masses.forEach((mass, i) => {
      const single = totals.edges[i + 1] === totals.edges[i]! + 1;
      most += mass * ends[i]!.most;
      least += mass * ends[single ? i : i + 1]!.least;
      positivePart += mass * ends[i]!.positivePart;
    });
    const rounding = positivePart * ROUNDING.longSum;
    return {
      lower: Math.max(0, least * (1 - massError) - rounding - leftOut),
      estimate: (least + most) / 2,
      upper: most * (1 + massError) + rounding + leftOut,
    };
  };
}

/** The cells of T, and for each of their edges those of C. */
interface CellPairs {
  /** T - 1, the blanket reports besides the changed user's. */
  readonly totals: BinomialCells;
  /** C, given T at each edge of these. */
  readonly columns: readonly { readonly total: number; readonly twoCategory: BinomialCells }[];
  readonly tail: number;
}

function cellPairsOf(
  pair: BlanketPair,
  search: { readonly leastDelta: number; readonly guess: number },
): CellPairs {
  const { localEpsilon, users, categories } = pair;
  const { blanketProbability, truthfulProbability } = blanketShares(pair);
  const tail = (search.leastDelta * 2 ** -44) / categories;
  const inEither = { probability: 2 / categories, complement: 1 - 2 / categories };
  const steepness = Math.tanh(search.guess / 2);
  const logWeight = (twoCategory: number, total: number): number =>
    logFairTail(twoCategory, steepness * (1 + (2 * total * offsetPerReport(localEpsilon)) / twoCategory));
  const meanTotal = 1 + (users - 1) * blanketProbability;
  const meanTwoCategory = meanTotal * inEither.probability;
  const isNearMean = meanTwoCategory > LONG_TAILS && logWeight(meanTwoCategory, meanTotal) > -1 / 2;
  const pairs = isNearMean ? PAIRS_NEAR_MEAN : PAIRS;
  const cellsOf = (
    law: BinomialLaw,
    columns: number,
    logWeightAt: (value: number) => number,
  ): BinomialCells => {
    // Before cells are coarsened there are eight times as many pairs.
    const maxFine = Math.ceil((64 * 512) / columns);
    // The masses of fine cells err by 2^-15 of themselves.
    return coarsenCells(binomialCells(law, { width: 1, maxCells: maxFine, precision: 2 ** -15, tail }), {
      maxCells: Math.ceil(pairs / columns),
      logWeightAt,
      maxChange: (weight) => 2 + Math.abs(weight) / 1000,
    });
  };
  const totals = cellsOf(
    { trials: users - 1, probability: blanketProbability, complement: truthfulProbability },
    Math.sqrt(pairs),
    (others) => logWeight((others + 1) * inEither.probability, others + 1),
  );
  const columns = Array.from(totals.edges, (others) => {
    const total = others + 1;
    const law = { trials: total, ...inEither };
    return { total, twoCategory: cellsOf(law, totals.edges.length, (count) => logWeight(count, total)) };
  });
  return { totals, columns, tail };
}

/** 1 / (e^localEpsilon - 1), without overflow. */
function offsetPerReport(localEpsilon: number): number {
  return Math.exp(-localEpsilon) / -Math.expm1(-localEpsilon);
}

/** Approximates log P(H >= (1 + share) trials / 2). */
function logFairTail(trials: number, share: number): number {
  const y = Math.min(share, 1 - 1e-9);
  return trials === 0 ? 0 : (-trials / 2) * ((1 + y) * Math.log1p(y) + (1 - y) * Math.log1p(-y));
}

interface Excess {
  readonly least: number;
  readonly most: number;
  /** The larger sum without its subtracted terms, which scales its rounding. */
  readonly positivePart: number;
}

/** Bounds of E[factor (H - C / 2 - steepness (C / 2 + offset))+]. */
function excessOver(
  { edges, masses }: BinomialCells,
  threshold: { readonly steepness: number; readonly offset: number; readonly factor: number },
): Excess {
  const { steepness, offset, factor } = threshold;
  let least = 0;
  let most = 0;
  let positivePart = 0;
  for (let i = 0; i < masses.length; i++) {
    const mass = masses[i]!;
    const first = edges[i]!;
    const last = edges[i + 1]! - 1;
    const above = fairExcess(last, steepness * (first / 2 + offset));
    most += mass * above.excess;
    positivePart += mass * above.positivePart;
    least += mass * (first === last ? above : fairExcess(first, steepness * (last / 2 + offset))).excess;
  }
  return { least: factor * least, most: factor * most, positivePart: factor * positivePart };
}

/**
 * E[(H - trials / 2 - distance)+] for H ~ Bin(trials, 1/2): P(H = a) a / 2 - distance P(H >= a), a the first
 * positive H.
 */
function fairExcess(trials: number, distance: number): { excess: number; positivePart: number } {
  const atLeast = Math.floor(trials / 2 + distance) + 1;
  if (atLeast > trials) return { excess: 0, positivePart: 0 };
  const mass = Math.exp(logBinomialMass(atLeast, trials, FAIR_COIN));
  const positivePart = (mass * atLeast) / 2;
  const lost = distance === 0 ? 0 : distance * mass * binomialTailRatio(atLeast, trials, FAIR_COIN);
  return { excess: Math.max(0, positivePart - lost), positivePart };
}
