import { lowerConvexHull } from "../../../numerics/lower-convex-hull.js";

/**
 * The largest convex function below bounds of log-moments at the orders 1, 2, ...; entry 0 is left alone.
 *
 * log E[Z^order] is convex in the order (Hoelder), so that the chords between its upper bounds are upper
 * bounds too.
 */
export function convexLogMoments(bounds: Float64Array): Float64Array {
  const slope = (from: number, to: number): number => (bounds[to]! - bounds[from]!) / (to - from);
  const corners = lowerConvexHull(Array.from(bounds.keys()).slice(1), slope);
  const hull = bounds.slice();
  for (let i = 1; i < corners.length; i++) {
    const from = corners[i - 1]!;
    const to = corners[i]!;
    for (let order = from + 1; order < to; order++) {
      hull[order] = bounds[from]! + slope(from, to) * (order - from);
    }
  }
  return hull;
}
