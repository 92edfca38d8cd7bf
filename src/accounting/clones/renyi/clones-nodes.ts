import { type BinomialCells, type BinomialLaw, binomialCells } from "../../../numerics/binomial-cells.js";
import { coarsenCells } from "../coarsen-cells.js";
import { type ClonesPair, MOST_COUNTED_USERS } from "../pair/clones-pair.js";
import { type CoinCount, clonesRatioNodes, LARGEST_LOG_MOMENT } from "./clones-ratio-nodes.js";
import { type LaplaceCandidate, laplaceCandidates } from "./laplace-candidates.js";
import type { RatioNodes } from "./log-moments.js";

/** About how many nodes to make for the bulk. */
const MOST_NODES = 30_000;
/** What a count's law leaves outside its cells on each side. */
const TAIL = 1e-16;
/** Cells that the merged ones are made of, and what their masses may be wrong by. */
const FINE = { mostCells: 1024, precision: 2 ** -21 };
/** Shells may be wider, as far as that raises their share of the moment to no more than exp of minus this. */
const NEGLIGIBLE = 25;

/**
 * Nodes whose Renyi divergences bound those of the clones pair from above, fit for orders up to `maxOrder`.
 *
 * Cells of C are taken at their lower end, as fewer clones are worse; its lower tail is cut into shells that get the mass of
 * Chernoff's inequality at their lower ends.
 */
export function clonesNodes(pair: ClonesPair, maxOrder: number): RatioNodes {
  const { localEpsilon, users, cloneProbability, cloneComplement } = pair;
  const trials = Math.min(users, MOST_COUNTED_USERS) - 1;
  const law = { trials, probability: cloneProbability, complement: cloneComplement };
  const mean = trials * cloneProbability;
  const logMoment = guessedLogMoment(pair, maxOrder);
  const nodesOf = (answers: CoinCount): RatioNodes =>
    clonesRatioNodes(answers, { localEpsilon, maxOrder, logMoment: logMoment.at(answers.count) });
  const typical = nodesOf({ count: Math.ceil(mean) + 1, logMass: 0 });
  const mostCells = Math.ceil(MOST_NODES / typical.excesses.length);
  const fine = binomialCells(law, { width: 1, ...FINE, tail: TAIL });
  const cells = coarsenCells(fine, {
    mostCells,
    logWeightAt: (clones) => logMoment.at(clones + 1),
    mayChange: mayRise,
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

/** About the largest order's log-moment given a count of answers: it decides cells' widths, not what they are worth. */
interface LogMoment {
  at(count: number): number;
  /** That of the usual count, without the largest ratios, which lower orders do not reach. */
  readonly usual: number;
  /** The least count whose log-moment is at most this. */
  leastCount(most: number): number;
}

function guessedLogMoment(pair: ClonesPair, maxOrder: number): LogMoment {
  const { localEpsilon, users, cloneProbability } = pair;
  const typical = 1 + (users - 1) * cloneProbability;
  const slope = 2 * Math.tanh(localEpsilon / 2) * maxOrder;
  const answers = laplaceCandidates(localEpsilon, slope / typical / 8);
  const mostOf = (figureOf: (each: LaplaceCandidate) => number): number =>
    answers.reduce((most, each) => Math.max(most, figureOf(each)), 0);
  const at = (count: number): number => mostOf(({ logRatio, cost }) => maxOrder * logRatio - count * cost);
  return {
    at,
    usual: Math.min(at(typical), slope ** 2 / (2 * typical)),
    leastCount: (logMoment) => mostOf(({ logRatio, cost }) => (maxOrder * logRatio - logMoment) / cost),
  };
}

/** By how many nats a log-moment may change within a cell: a tenth of a small one, little of a larger one, and more where none is of use. */
function mayRise(logMoment: number): number {
  return (
    (2 * logMoment) / (20 + logMoment) + logMoment / 2000 + Math.max(0, logMoment - LARGEST_LOG_MOMENT) / 10
  );
}

/** Covers C < end by shells; P(C <= k) is at most exp(-k log(k / mean) - (n - k) log((n - k) / (n - mean))). */
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
    const slack = Math.max(0, (logMoment.usual - NEGLIGIBLE - logTail - here) / 2);
    const thin = above * (1 - 2 / (20 + here));
    const start = Math.floor(Math.min(thin, logMoment.leastCount(here + mayRise(here) + slack)));
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
