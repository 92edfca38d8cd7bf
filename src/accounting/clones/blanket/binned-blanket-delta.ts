import { type BinomialCells, type BinomialLaw, binomialCells } from "../../../numerics/binomial-cells.js";
import { binomialTailRatio } from "../../../numerics/binomial-tail-ratio.js";
import { logBinomialMass } from "../../../numerics/log-binomial-mass.js";
import type { Bracket } from "../../../privacy/index.js";
import { coarsenCells } from "../coarsen-cells.js";
import { type BlanketPair, blanketShares } from "./blanket-delta.js";

/** Pairs of merged cells that are gone through, about, and of the fine ones that these are made of: as many of either count, or more. */
const PAIRS = 64 ** 2;
/** Near the mean of so many contested reports, where tails take long and epsilon is next to nothing. */
const PAIRS_NEAR_MEAN = 16 ** 2;
const LONG_TAILS = 1e4;
const FINE_PAIRS = 64 * 512;
/** What masses of fine cells may be wrong by. */
const PRECISION = 2 ** -15;
const ROUNDING = 2 ** -38;
const LEAST_TAIL = 2 ** -1040;
/** Sums are counted in e^-600, where a double would have underflowed. */
const UNIT_NATS = 600;
const FAIR = { probability: 0.5, complement: 0.5 };

/**
 * The hockey-stick divergence of `blanketDelta` where the counts are too many to go through one by one.
 *
 * In a cell t1 <= T < t2 it lies between its values at the ends. In a cell c1 <= C <= c2 of contested reports it lies, since 2 H - C is a
 * sum of C signs, which rises in convex order with C, between that of c1 signs with c2 to outweigh and that of c2 signs with c1:
 *
 * delta = E[(k q / T) (e^localEpsilon - 1) (1 + e^epsilon) (H - C / 2 - tanh(epsilon / 2) (C / 2 + T / (e^localEpsilon - 1)))+].
 *
 * @param search.leastDelta the smallest delta that will be asked about
 * @param search.guess about where: decides the cells' widths, not what they are worth
 */
export function binnedBlanketDelta(
  pair: BlanketPair,
  search: { readonly leastDelta: number; readonly guess: number },
): (epsilon: number) => Bracket {
  const { localEpsilon, categories } = pair;
  const { totals, columns, tail } = groupsOf(pair, search);
  const { truthful } = blanketShares(pair);
  const leftOut = (2 + 2 * categories) * tail;
  const relativeError = columns.reduce((most, { contested }) => Math.max(most, contested.relativeError), 0);
  const doubt = relativeError + totals.relativeError;
  return (epsilon) => {
    const factor = categories * truthful * (1 + Math.exp(epsilon));
    const steepness = Math.tanh(epsilon / 2);
    const ends = columns.map(({ total, contested }) =>
      excessOver(contested, {
        steepness,
        toOutweigh: total * perReport(localEpsilon),
        factor: factor / total,
      }),
    );
    let [least, most, positivePart] = [0, 0, 0];
    totals.masses.forEach((mass, i) => {
      const single = totals.edges[i + 1] === totals.edges[i]! + 1;
      most += mass * ends[i]!.most;
      least += mass * ends[single ? i : i + 1]!.least;
      positivePart += mass * ends[i]!.positivePart;
    });
    const unit = Math.exp(-UNIT_NATS);
    const rounding = positivePart * ROUNDING;
    return {
      lower: Math.max(0, (least * (1 - doubt) - rounding) * unit - leftOut),
      estimate: ((least + most) / 2) * unit,
      upper: (most * (1 + doubt) + rounding) * unit + leftOut,
    };
  };
}

interface Groups {
  /** Of the uniform reports beside the changed user's. */
  readonly totals: BinomialCells;
  /** One for each edge of these. */
  readonly columns: readonly { readonly total: number; readonly contested: BinomialCells }[];
  readonly tail: number;
}

function groupsOf(
  pair: BlanketPair,
  search: { readonly leastDelta: number; readonly guess: number },
): Groups {
  const { localEpsilon, users, categories } = pair;
  const { uniform, truthful } = blanketShares(pair);
  const tail = Math.max((search.leastDelta * 2 ** -44) / categories, LEAST_TAIL);
  const contest = { probability: 2 / categories, complement: 1 - 2 / categories };
  const steepness = Math.tanh(search.guess / 2);
  const logWeight = (contested: number, total: number): number =>
    logFairTail(contested, steepness * (1 + (2 * total * perReport(localEpsilon)) / contested));
  const meanTotal = 1 + (users - 1) * uniform;
  const meanContested = meanTotal * contest.probability;
  const isNearMean = meanContested > LONG_TAILS && logWeight(meanContested, meanTotal) > -1 / 2;
  const pairs = isNearMean ? PAIRS_NEAR_MEAN : PAIRS;
  const cellsOf = (
    law: BinomialLaw,
    columns: number,
    logWeightAt: (value: number) => number,
  ): BinomialCells => {
    const mostFine = Math.ceil(FINE_PAIRS / columns);
    return coarsenCells(binomialCells(law, { width: 1, mostCells: mostFine, precision: PRECISION, tail }), {
      mostCells: Math.ceil(pairs / columns),
      logWeightAt,
      mayChange: (weight) => 2 + Math.abs(weight) / 1000,
    });
  };
  const totals = cellsOf(
    { trials: users - 1, probability: uniform, complement: truthful },
    Math.sqrt(pairs),
    (others) => logWeight((others + 1) * contest.probability, others + 1),
  );
  const columns = Array.from(totals.edges, (others) => {
    const total = others + 1;
    const law = { trials: total, ...contest };
    return { total, contested: cellsOf(law, totals.edges.length, (count) => logWeight(count, total)) };
  });
  return { totals, columns, tail };
}

/** How many contested reports a uniform one weighs as much as: 1 / (e^localEpsilon - 1). */
function perReport(localEpsilon: number): number {
  return Math.exp(-localEpsilon) / -Math.expm1(-localEpsilon);
}

/** log P(H >= (1 + share) trials / 2), about. */
function logFairTail(trials: number, share: number): number {
  const y = Math.min(share, 1 - 1e-9);
  return trials === 0 ? 0 : (-trials / 2) * ((1 + y) * Math.log1p(y) + (1 - y) * Math.log1p(-y));
}

interface Excess {
  readonly least: number;
  readonly most: number;
  /** What the larger sum would be without what is taken away, which scales its rounding. */
  readonly positivePart: number;
}

/** Bounds of E[factor (H - C / 2 - steepness (C / 2 + toOutweigh))+], in units. */
function excessOver(
  { edges, masses }: BinomialCells,
  threshold: { readonly steepness: number; readonly toOutweigh: number; readonly factor: number },
): Excess {
  const { steepness, toOutweigh, factor } = threshold;
  let [least, most, positivePart] = [0, 0, 0];
  for (let i = 0; i < masses.length; i++) {
    const mass = masses[i]!;
    const first = edges[i]!;
    const last = edges[i + 1]! - 1;
    const above = fairExcess(last, steepness * (first / 2 + toOutweigh));
    most += mass * above.excess;
    positivePart += mass * above.positivePart;
    least += mass * (first === last ? above : fairExcess(first, steepness * (last / 2 + toOutweigh))).excess;
  }
  return { least: factor * least, most: factor * most, positivePart: factor * positivePart };
}

/** E[(H - trials / 2 - distance)+] for H ~ Bin(trials, 1/2), in units: with a the least H that counts, P(H = a) a / 2 - distance P(H >= a). */
function fairExcess(trials: number, distance: number): { excess: number; positivePart: number } {
  const atLeast = Math.floor(trials / 2 + distance) + 1;
  if (atLeast > trials) return { excess: 0, positivePart: 0 };
  const mass = Math.exp(logBinomialMass(atLeast, trials, FAIR) + UNIT_NATS);
  const positivePart = (mass * atLeast) / 2;
  const lost = distance === 0 ? 0 : distance * mass * binomialTailRatio(atLeast, trials, FAIR);
  return { excess: Math.max(0, positivePart - lost), positivePart };
}
