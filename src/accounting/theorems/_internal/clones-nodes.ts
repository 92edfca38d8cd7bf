import { type BinomialCells, type BinomialLaw, binomialCells } from "../../../numerics/binomial-cells.js";
import { type Answers, answerNodes } from "./answer-nodes.js";
import { type ClonesPair, MOST_COUNTED_USERS } from "./clones-pair.js";
import type { RatioNodes } from "./ratio-nodes.js";

/** About how many nodes to make for the bulk; the time per order is proportional to it. */
const MOST_NODES = 50_000;
/** What a count's law leaves outside its cells on each side. */
const TAIL = 1e-16;
/** Where a shell's share of the moment, with a margin, is below exp of this, it may be wide. */
const NEGLIGIBLE = -50;

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
  const nodesOf = (answers: Answers): RatioNodes => answerNodes(answers, localEpsilon, maxOrder);
  const typical = nodesOf({ count: Math.ceil(law.trials * law.probability) + 1, logMass: 0 });
  const mostCells = Math.ceil(MOST_NODES / typical.excesses.length);
  const cells = binomialCells(law, { width: 1, mostCells, tail: TAIL });
  const slope = 2 * (Math.tanh(localEpsilon / 2) * maxOrder) ** 2;
  const logMomentAt = (count: number): number => Math.min(maxOrder * localEpsilon, slope / count);
  const shells = lowerShells(law, cells.edges[0]!, logMomentAt);
  return joined([...shells, ...bulkOf(cells)].map(nodesOf));
}

function bulkOf({ edges, masses, tail }: BinomialCells): Answers[] {
  const bulk = Array.from(masses, (mass, i) => ({ count: edges[i]! + 1, logMass: Math.log(mass) }));
  return [...bulk, { count: edges.at(-1)! + 1, logMass: Math.log(tail) }];
}

/**
 * Covers C < end by shells; P(C <= k) is at most exp(-k log(k / mean) - (n - k) log((n - k) / (n - mean))).
 *
 * @param logMomentAt about the log-moment given a count of answers; decides the shells' widths, not what they are worth
 */
function lowerShells(
  { trials, probability, complement }: BinomialLaw,
  end: number,
  logMomentAt: (count: number) => number,
): Answers[] {
  const shells: Answers[] = [];
  for (let above = end; above > 0; ) {
    const logTail =
      above * Math.log((trials * probability) / above) +
      (trials - above) * Math.log((trials * complement) / (trials - above));
    const thin = above * (1 - 0.2 / (1 + logMomentAt(above) / 20));
    const wide = [0, above / 2].find((start) => logTail + 2 * logMomentAt(start + 1) < NEGLIGIBLE);
    const start = Math.floor(wide ?? thin);
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
