import type { DiscretizedPair, DominatingPair } from "../dominating-pair.js";
import type { FinitePmf, Pmf } from "../pmf.js";

const NO_LOSS: Pmf = {
  loss: Float64Array.of(0),
  mass: Float64Array.of(1),
  infinityMass: 0,
  reverseInfinityMass: 0,
};

/** A pair that is drawn with a probability between two bounds. */
export interface DrawnPair {
  readonly pair: DominatingPair;
  readonly atLeast: number;
  readonly atMost: number;
}

/**
 * The pair of a mechanism that shows which of several pairs was drawn, or that nothing was, which loses
 * nothing; what fails is not counted. Its hockey-stick divergences are the means of theirs.
 *
 * @param failure the most that the probabilities, with that of nothing, leave of 1
 */
export function mixturePair(drawn: readonly DrawnPair[], failure: number): DominatingPair {
  const total = (part: (each: DrawnPair) => number): number =>
    drawn.reduce((sum, each) => sum + part(each), 0);
  const meanSquare = total(({ pair, atMost }) => atMost * pair.lossStdDev ** 2);
  const nothing = {
    atLeast: Math.max(0, 1 - failure - total(({ atMost }) => atMost)),
    atMost: Math.max(0, 1 - total(({ atLeast }) => atLeast)),
  };
  const largestLoss = Math.max(...drawn.map(({ pair }) => pair.largestLoss ?? Infinity));
  const latticeShare = Math.min(...drawn.map(({ pair }) => pair.hints?.latticeShare ?? 1));
  return {
    symmetric: drawn.every(({ pair }) => pair.symmetric),
    lossStdDev: Math.sqrt(meanSquare),
    ...(largestLoss < Infinity && { largestLoss }),
    ...(latticeShare < 1 && { hints: { latticeShare } }),
    lossSpan: (negligibleMass) => Math.max(...drawn.map(({ pair }) => pair.lossSpan(negligibleMass))),
    pmfs: (step, negligibleMass, onProgress): DiscretizedPair => {
      const parts = drawn.map(({ pair }) => pair.pmfs(step, negligibleMass, onProgress));
      return {
        pessimistic: mixed(
          [...parts.map(({ pessimistic }) => pessimistic), NO_LOSS],
          [...drawn.map(({ atMost }) => atMost), nothing.atMost],
        ),
        optimistic: mixed(
          [...parts.map(({ optimistic }) => optimistic), NO_LOSS],
          [...drawn.map(({ atLeast }) => atLeast), nothing.atLeast],
        ),
        work: parts.reduce((sum, { work = 0 }) => sum + work, 0),
      };
    },
  };
}

function mixed(pmfs: readonly Pmf[], weights: readonly number[]): Pmf {
  const total = (part: (pmf: Pmf) => number): number =>
    pmfs.reduce((sum, pmf, i) => sum + weights[i]! * part(pmf), 0);
  return {
    ...merged(pmfs.map(({ loss, mass }, i) => ({ loss, mass: mass.map((each) => weights[i]! * each) }))),
    infinityMass: total(({ infinityMass }) => infinityMass),
    reverseInfinityMass: total(({ reverseInfinityMass }) => reverseInfinityMass),
  };
}

/** All points by rising loss. */
function merged(laws: readonly FinitePmf[]): FinitePmf {
  if (laws.length === 1) return laws[0]!;
  const half = Math.ceil(laws.length / 2);
  const one = merged(laws.slice(0, half));
  const other = merged(laws.slice(half));
  const size = one.loss.length + other.loss.length;
  const loss = new Float64Array(size);
  const mass = new Float64Array(size);
  for (let i = 0, j = 0; i + j < size; ) {
    const isFirst = j === other.loss.length || (i < one.loss.length && one.loss[i]! <= other.loss[j]!);
    const from = isFirst ? one : other;
    const at = isFirst ? i : j;
    loss[i + j] = from.loss[at]!;
    mass[i + j] = from.mass[at]!;
    if (isFirst) i++;
    else j++;
  }
  return { loss, mass };
}
