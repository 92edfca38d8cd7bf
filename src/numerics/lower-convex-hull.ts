/**
 * The vertices of the lower convex hull of points in the plane, by Andrew's monotone chain.
 *
 * @param points by rising first coordinate, no two alike
 * @param slope of the chord between two points, or a rising function of it; NaN counts as steeper than
 *   anything before it
 */
export function lowerConvexHull<Point>(
  points: Iterable<Point>,
  slope: (from: Point, to: Point) => number,
): Point[] {
  const hull: Point[] = [];
  for (const point of points) {
    while (hull.length > 1 && slope(hull.at(-2)!, hull.at(-1)!) >= slope(hull.at(-1)!, point)) hull.pop();
    hull.push(point);
  }
  return hull;
}
