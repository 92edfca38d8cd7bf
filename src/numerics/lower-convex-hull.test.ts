import fc from "fast-check";
import { expect, test } from "vitest";
import { lowerConvexHull } from "./lower-convex-hull.js";

type Point = readonly [number, number];
const slope = ([x, y]: Point, [u, v]: Point): number => (v - y) / (u - x);

test("leaves out what lies on or above a chord", () => {
  const points: Point[] = [
    [0, 4],
    [1, 2],
    [2, 2],
    [3, 0],
    [4, 1],
    [5, 2],
  ];
  expect(lowerConvexHull(points, slope)).toEqual([points[0], points[1], points[3], points[5]]);
  expect(lowerConvexHull([], slope)).toEqual([]);
  expect(lowerConvexHull([[1, 1]] as Point[], slope)).toEqual([[1, 1]]);
});

test("is convex, and below every point", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -100, max: 100 }), { minLength: 2 }), (heights) => {
      const points = heights.map((height, i): Point => [i, height]);
      const hull = lowerConvexHull(points, slope);
      const slopes = hull.slice(1).map((vertex, i) => slope(hull[i]!, vertex));
      expect(slopes.every((each, i) => i === 0 || each > slopes[i - 1]!)).toBe(true);
      for (const [x, y] of points) {
        const end = hull.findIndex(([at]) => at >= x);
        const [to, from] = [hull[end]!, hull[Math.max(0, end - 1)]!];
        expect(y).toBeGreaterThanOrEqual(
          to[0] === x ? to[1] : from[1] + slope(from, to) * (x - from[0]) - 1e-9,
        );
      }
    }),
  );
});
