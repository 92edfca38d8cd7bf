import { LogSum } from "../../../numerics/log-sum.js";

/** An upper bound of a privacy profile at one point: delta at e^epsilon = 1 + excess, in both directions. */
export interface ProfilePoint {
  readonly excess: number;
  readonly delta: number;
}

/** Largest order * epsilon that one piece of the integral may span: the bound then exceeds the integral by at most its e-fold. */
const PIECE = 0.01;
const MOST_PIECES = 512;

/**
 * The lower convex hull of bounds of one profile, by rising excess.
 *
 * delta as a function of e^epsilon is convex, so that every chord between upper bounds is an upper bound.
 */
export function convexProfile(points: readonly ProfilePoint[]): ProfilePoint[] {
  const hull: ProfilePoint[] = [];
  for (const point of points.toSorted((a, b) => a.excess - b.excess || a.delta - b.delta)) {
    const last = hull.at(-1);
    if (last !== undefined && (point.delta >= last.delta || point.excess === last.excess)) continue;
    while (hull.length >= 2 && slope(hull.at(-2)!, hull.at(-1)!) >= slope(hull.at(-1)!, point)) hull.pop();
    hull.push(point);
  }
  return hull;
}

/**
 * log of order (order - 1) times the integral of (w^(order - 2) + w^(-order - 1)) delta(w) over w = e^epsilon from the first to
 * the last point of a hull: the part of E[(P/Q)^order] - 1 that these points bound, rounded up.
 */
export function logProfileMoment(order: number, hull: readonly ProfilePoint[]): number {
  const sum = new LogSum();
  for (let i = 1; i < hull.length; i++) addSegment(sum, order, hull[i - 1]!, hull[i]!);
  return sum.log + Math.log(order * (order - 1));
}

function addSegment(sum: LogSum, order: number, from: ProfilePoint, to: ProfilePoint): void {
  const span = (order + 1) * Math.log1p((to.excess - from.excess) / (1 + from.excess));
  const pieces = Math.min(MOST_PIECES, Math.max(1, Math.ceil(span / PIECE)));
  const width = (to.excess - from.excess) / pieces;
  const fall = (to.delta - from.delta) / pieces;
  for (let i = 0; i < pieces; i++) {
    const start = Math.log1p(from.excess + i * width);
    const end = Math.log1p(from.excess + (i + 1) * width);
    const forward = (order - 2) * (order < 2 ? start : end);
    const backward = -(order + 1) * start;
    const mass = width * (from.delta + (i + 0.5) * fall);
    sum.add(forward + Math.log(mass));
    sum.add(backward + Math.log(mass));
  }
}

function slope(a: ProfilePoint, b: ProfilePoint): number {
  return (b.delta - a.delta) / (b.excess - a.excess);
}
