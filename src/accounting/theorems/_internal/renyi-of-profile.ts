import { logExpm1 } from "../../../numerics/log-expm1.js";
import { LogSum } from "../../../numerics/log-sum.js";
import { lowerConvexHull } from "../../../numerics/lower-convex-hull.js";

/** An upper bound of a privacy profile at one point: delta at e^epsilon = 1 + excess, in both directions. */
export interface ProfilePoint {
  readonly excess: number;
  readonly delta: number;
}

/**
 * A convex, piecewise linear profile from w = e^epsilon = 1 on: delta(w) = last delta + sum of mass (node -
 * w)_+ up to the last node.
 */
export interface Profile {
  readonly logNodes: Float64Array;
  readonly logMasses: Float64Array;
  readonly last: ProfilePoint;
}

/**
 * The lower convex hull of bounds of one profile, the first of them at excess 0.
 *
 * delta as a function of e^epsilon is convex, so that every chord between upper bounds is an upper bound.
 */
export function convexProfile(points: readonly ProfilePoint[]): Profile {
  const hull = lowerConvexHull(fallingPoints(points), (a, b) => -logFall(a, b));
  const logFalls = hull.slice(1).map((point, i) => logFall(hull[i]!, point));
  return {
    logNodes: Float64Array.from(hull.slice(1), ({ excess }) => Math.log1p(excess)),
    logMasses: Float64Array.from(
      logFalls,
      (fall, i) => fall + log1mExp((logFalls[i + 1] ?? -Infinity) - fall),
    ),
    last: hull.at(-1)!,
  };
}

/** The points that no other is better than: delta falls from one to the next. */
function fallingPoints(points: readonly ProfilePoint[]): ProfilePoint[] {
  const falling: ProfilePoint[] = [];
  for (const point of points.toSorted((a, b) => a.excess - b.excess || a.delta - b.delta)) {
    const last = falling.at(-1);
    if (last === undefined || (point.delta < last.delta && point.excess !== last.excess)) falling.push(point);
  }
  return falling;
}

/** log of how steeply the chord falls. */
function logFall(a: ProfilePoint, b: ProfilePoint): number {
  return Math.log(a.delta - b.delta) - Math.log(b.excess - a.excess);
}

/** log(1 - e^x) for x < 0. */
function log1mExp(x: number): number {
  return Math.log(-Math.expm1(x));
}

/**
 * log of order (order - 1) times the integral of (w^(order - 2) + w^(-order - 1)) delta(w) over w = e^epsilon
 * from 1 to the last node: the part of E[(P/Q)^order] - 1 that the profile bounds.
 *
 * A hinge (node - w)_+ gives (node^order - 1) (1 - node^(1 - order)), and a constant the derivative of that.
 */
export function logProfileMoment(order: number, { logNodes, logMasses, last }: Profile): number {
  const sum = new LogSum();
  for (let i = 0; i < logNodes.length; i++) {
    const logNode = logNodes[i]!;
    sum.add(logMasses[i]! + logExpm1(order * logNode) + log1mExp((1 - order) * logNode));
  }
  const end = Math.log1p(last.excess);
  const logDelta = Math.log(last.delta);
  sum.add(logDelta + Math.log(order) + logExpm1((order - 1) * end));
  sum.add(logDelta + Math.log(order - 1) + log1mExp(-order * end));
  return sum.log;
}
