import { fillNormals, type RandomSource } from "../../random/index.js";
import { normOf } from "./norm.js";

/** A uniform point on the unit sphere. */
export function sampleDirection(source: RandomSource, dimension: number): Float64Array {
  const direction = new Float64Array(dimension);
  let lengthSquared = 0;
  while (lengthSquared === 0) {
    fillNormals(source, direction, 1);
    lengthSquared = dot(direction, direction);
  }
  return scaled(direction, 1 / Math.sqrt(lengthSquared));
}

/**
 * The unit vector along a vector that is not zero; however short or long that is, nothing under- or
 * overflows.
 */
export function directionOf(vector: ArrayLike<number>): Float64Array {
  const largest = normOf(vector, "linf");
  const direction = new Float64Array(vector.length);
  for (let index = 0; index < direction.length; index++) direction[index] = vector[index]! / largest;
  return scaled(direction, 1 / normOf(direction, "l2"));
}

/** factor * vector. */
export function scaled(vector: ArrayLike<number>, factor: number): Float64Array {
  const result = new Float64Array(vector.length);
  for (let index = 0; index < result.length; index++) result[index] = factor * vector[index]!;
  return result;
}

export function dot(left: ArrayLike<number>, right: ArrayLike<number>): number {
  let sum = 0;
  for (let index = 0; index < left.length; index++) sum += left[index]! * right[index]!;
  return sum;
}
