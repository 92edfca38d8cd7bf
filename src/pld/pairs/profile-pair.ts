/**
 * A pair known by its privacy profile alone: from upper bounds of delta at a few epsilons, the symmetric pair
 * whose profile is their convex hull. The hull of points above a convex curve lies above the curve, so that
 * the pair dominates.
 *
 * With x = e^epsilon and H(x) = delta, a symmetric pair has H(1/x) = 1 - 1/x + H(x)/x, and Q-mass at ratio x
 * where the slope of H changes. Derivation: docs/theorems/profile-pair.md.
 */
import { lowerConvexHull } from "../../numerics/lower-convex-hull.js";
import { ROUNDING } from "../../numerics/rounding.js";
import type { DominatingPair } from "../dominating-pair.js";
import type { Pmf } from "../pmf.js";
import { discretePair } from "./discrete-pair.js";

/** One point of a privacy profile. */
export interface ProfilePoint {
  /** nats, >= 0 */
  readonly epsilon: number;
  /** An upper bound of delta(epsilon), in [0, 1]. */
  readonly delta: number;
}

interface Vertex {
  readonly x: number;
  readonly height: number;
}

/** The symmetric pair whose profile is the lower convex hull of the points and their mirror images. */
export function profilePair(points: readonly ProfilePoint[]): DominatingPair {
  const hull = fallingHull([{ x: 0, height: 1 }, ...points.flatMap(mirrored)]);
  const slopes = hull.slice(1).map((vertex, i) => slope(hull[i]!, vertex));
  const changes = hull.map((_, i) => Math.max(0, (slopes[i] ?? 0) - (slopes[i - 1] ?? -1)));
  const infinityMass = hull.at(-1)!.height;
  const pair = discretePair([...hull.map(({ x }, i) => x * changes[i]!), infinityMass], [...changes, 0]);
  return {
    ...pair,
    symmetric: true,
    totalVariation: Math.min(1, ...points.filter(({ epsilon }) => epsilon === 0).map(({ delta }) => delta)),
    // Any share is valid: laws with far atoms need more points than a normal law.
    hints: { ...pair.hints, latticeShare: 0.45 },
    pmfs: (...grid) => {
      const { pessimistic, optimistic } = pair.pmfs(...grid);
      // The points and the differences of slopes round H by less, at any x and however many points there are.
      const more = ROUNDING.formula;
      return { pessimistic: withMore(pessimistic, more), optimistic: withMore(optimistic, -more) };
    },
  };
}

/** More mass where the other law has none, in both directions. */
function withMore(pmf: Pmf, more: number): Pmf {
  return {
    ...pmf,
    infinityMass: Math.max(0, pmf.infinityMass + more),
    reverseInfinityMass: Math.max(0, pmf.reverseInfinityMass + more),
  };
}

/** The point and its mirror image below x = 1. */
function mirrored({ epsilon, delta }: ProfilePoint): Vertex[] {
  const x = Math.exp(epsilon);
  const point = { x, height: delta };
  return epsilon === 0 ? [point] : [{ x: 1 / x, height: -Math.expm1(-epsilon) + delta / x }, point];
}

/** The lower convex hull, up to where it rises. */
function fallingHull(points: Vertex[]): Vertex[] {
  const sorted = points.sort((a, b) => a.x - b.x || a.height - b.height);
  const lowest = sorted.filter(({ x }, i) => x !== sorted[i - 1]?.x);
  const hull = lowerConvexHull(lowest, slope);
  const end = hull.findIndex((vertex, i) => i + 1 < hull.length && slope(vertex, hull[i + 1]!) >= 0);
  return end < 0 ? hull : hull.slice(0, end + 1);
}

function slope(from: Vertex, to: Vertex): number {
  return (to.height - from.height) / (to.x - from.x);
}
