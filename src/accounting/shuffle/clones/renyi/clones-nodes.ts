import { type BinomialCells, type BinomialLaw, binomialCells } from "../../../../numerics/binomial-cells.js";
import { coarsenCells } from "../coarsen-cells.js";
import type { ClonesPair } from "../pair/clones-pair.js";
import { type CoinCount, clonesRatioNodes, MAX_LOG_MOMENT, NEGLIGIBLE } from "./clones-ratio-nodes.js";
import { type LaplaceCandidate, laplaceCandidates } from "./laplace-candidates.js";
import type { RatioNodes } from "./log-moments.js";

/**
 * Approximate number of nodes of the bulk. Valid at any number: half as many raise an epsilon by up to 6e-4
 * of itself; twice as many lower it by up to 3e-4, and take up to 1.6 times as long.
 */
const MAX_NODES = 30_000;
/**
 * The cells before coarsening, and the relative error of their masses. Valid at any two: half or twice as
 * many cells move an epsilon by up to 3e-4 of itself, half or twice the error by less than 1e-7.
 */
const FINE = { maxCells: 1024, precision: 2 ** -21 };

/**
 * Nodes whose Renyi divergences bound those of the clones pair from above, for orders up to `maxOrder`.
 *
 * Cells of C are rounded pessimistically to their lower end, as fewer clones are worse; the lower tail is cut
 * into shells at their lower ends, with Chernoff's bound as mass.
 */
export function clonesNodes(pair: ClonesPair, maxOrder: number): RatioNodes {
  const { localEpsilon, users, cloneProbability, cloneComplement } = pair;
  const trials = users - 1;
  const law = { trials, probability: cloneProbability, complement: cloneComplement };
  const mean = trials * cloneProbability;
  const logMoment = guessedLogMoment(pair, maxOrder);
  const nodesOf = (coins: CoinCount): RatioNodes =>
    clonesRatioNodes(coins, { localEpsilon, maxOrder, logMoment: logMoment.at(coins.count) });
  const typical = nodesOf({ count: Math.ceil(mean) + 1, logMass: 0 });
  const maxCells = Math.ceil(MAX_NODES / typical.excesses.length);
  // The tail is the mass of the law of C outside its cells, on each side.
  const fine = binomialCells(law, { width: 1, ...FINE, tail: 1e-16 });
  const cells = coarsenCells(fine, {
    maxCells,
    logWeightAt: (clones) => logMoment.at(clones + 1),
    maxChange: maxRise,
  });
  const shells = lowerShells(law, fine.edges[0]!, logMoment);
  return joined([...shells, ...bulkOf(cells)].map(nodesOf));
}

function bulkOf({ edges, masses, tail, relativeError }: BinomialCells): CoinCount[] {
  const bulk = Array.from(masses, (mass, i) => ({
    count: edges[i]! + 1,
    logMass: Math.log(mass) + relativeError,
  }));
  return [...bulk, { count: edges.at(-1)! + 1, logMass: Math.log(tail) }];
}

/**
 * Approximate log-moment of the largest order given the number of coins: it affects widths, never validity.
 */
interface LogMoment {
  at(count: number): number;
  /** That of the mean number of coins, without the largest ratios, which lower orders do not reach. */
  readonly typical: number;
  /** The least count whose log-moment is at most this. */
  leastCount(most: number): number;
}

function guessedLogMoment(pair: ClonesPair, maxOrder: number): LogMoment {
  const { localEpsilon, users, cloneProbability } = pair;
  const meanCoins = 1 + (users - 1) * cloneProbability;
  const slope = 2 * Math.tanh(localEpsilon / 2) * maxOrder;
  const candidates = laplaceCandidates(localEpsilon, slope / meanCoins / 8);
  const largest = (figureOf: (each: LaplaceCandidate) => number): number =>
    candidates.reduce((most, each) => Math.max(most, figureOf(each)), 0);
  const at = (count: number): number => largest(({ logRatio, rate }) => maxOrder * logRatio - count * rate);
  return {
    at,
    typical: Math.min(at(meanCoins), slope ** 2 / (2 * meanCoins)),
    leastCount: (logMoment) => largest(({ logRatio, rate }) => (maxOrder * logRatio - logMoment) / rate),
  };
}

/**
 * By how many nats a log-moment may change within a cell: a tenth of a small one, less of a large one, more
 * where it is too large to use.
 */
function maxRise(logMoment: number): number {
  return (2 * logMoment) / (20 + logMoment) + logMoment / 2000 + Math.max(0, logMoment - MAX_LOG_MOMENT) / 10;
}

/**
 * Covers C < end by shells; P(C <= k) is at most exp(-k log(k / mean) - (n - k) log((n - k) / (n - mean))).
 */
function lowerShells(
  { trials, probability, complement }: BinomialLaw,
  end: number,
  logMoment: LogMoment,
): CoinCount[] {
  const shells: CoinCount[] = [];
  for (let above = end; above > 0; ) {
    const logTail =
      above * Math.log((trials * probability) / above) +
      (trials - above) * Math.log((trials * complement) / (trials - above));
    const here = logMoment.at(above);
    const slack = Math.max(0, (logMoment.typical - NEGLIGIBLE - logTail - here) / 2);
    const thin = above * (1 - 2 / (20 + here));
    const start = Math.floor(Math.min(thin, logMoment.leastCount(here + maxRise(here) + slack)));
    shells.push({ count: start + 1, logMass: Math.min(0, logTail) });
    above = start;
  }
  return shells;
}

function joined(parts: readonly RatioNodes[]): RatioNodes {
  const size = parts.reduce((sum, part) => sum + part.excesses.length, 0);
  const logMasses = new Float64Array(size);
  const excesses = new Float64Array(size);
  let start = 0;
  for (const part of parts) {
    logMasses.set(part.logMasses, start);
    excesses.set(part.excesses, start);
    start += part.excesses.length;
  }
  return { logMasses, excesses };
}
