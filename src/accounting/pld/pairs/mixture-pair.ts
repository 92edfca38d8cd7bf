import type { DiscretizedPair, DominatingPair } from "../dominating-pair.js";
import type { Pmf } from "../pmf.js";

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
 * The pair of a mechanism that shows which of several pairs was drawn, or that nothing was, which loses nothing; what fails is not counted.
 * Its hockey-stick divergences are the means of theirs.
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
  const latticeShare = Math.min(...drawn.map(({ pair }) => pair.latticeShare ?? 1));
  return {
    symmetric: drawn.every(({ pair }) => pair.symmetric),
    lossStdDev: Math.sqrt(meanSquare),
    ...(largestLoss < Infinity && { largestLoss }),
    ...(latticeShare < 1 && { latticeShare }),
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
  const points = pmfs.flatMap(({ loss, mass }, i) =>
    Array.from(loss, (each, k) => ({ loss: each, mass: weights[i]! * mass[k]! })),
  );
  points.sort((a, b) => a.loss - b.loss);
  return {
    loss: Float64Array.from(points, ({ loss }) => loss),
    mass: Float64Array.from(points, ({ mass }) => mass),
    infinityMass: total(({ infinityMass }) => infinityMass),
    reverseInfinityMass: total(({ reverseInfinityMass }) => reverseInfinityMass),
  };
}
