import { cos, exp, expm1, log } from "../../numerics/portable-math.js";
import { type RandomSource, sampleBernoulli, sampleUniform } from "../../random/index.js";
import { dot, sampleDirection, scaled } from "./unit-vectors.js";

/** A uniform point of the unit sphere among those with <point, axis> >= threshold >= 0. */
export function sampleCap(source: RandomSource, axis: Float64Array, threshold: number): Float64Array {
  const point = sampleDirection(source, axis.length);
  const height = dot(point, axis);
  // Reflected to the axis' side, a point that lies high enough is uniform in the cap.
  if (Math.abs(height) >= threshold) return height < 0 ? scaled(point, -1) : point;
  return raise(point, axis, height, sampleHeight(source, axis.length, threshold));
}

/** The point of the sphere above the same side of the axis, at another height. */
function raise(point: Float64Array, axis: Float64Array, from: number, to: number): Float64Array {
  const stretch = Math.sqrt(((1 - to) * (1 + to)) / ((1 - from) * (1 + from)));
  const along = to - stretch * from;
  const raised = scaled(point, stretch);
  for (let index = 0; index < raised.length; index++) raised[index]! += along * axis[index]!;
  return raised;
}

/** A uniform point of the unit sphere among those with <point, axis> < threshold. */
export function sampleOutsideCap(source: RandomSource, axis: Float64Array, threshold: number): Float64Array {
  let point = sampleDirection(source, axis.length);
  while (dot(point, axis) >= threshold) point = sampleDirection(source, axis.length);
  return point;
}

/**
 * A height t in [threshold, 1] with density in proportion to (1 - t²)^((d-3)/2), for threshold > 0.
 *
 * Rejection: t² = 1 - (1 - threshold²) y with y = U^(2/(d-1)) has density in proportion to t (1 -
 * t²)^((d-3)/2), so it is kept with probability threshold / t.
 */
function sampleHeight(source: RandomSource, dimension: number, threshold: number): number {
  for (;;) {
    const logY = (2 / (dimension - 1)) * log(sampleUniform(source));
    const height = Math.sqrt(threshold ** 2 * exp(logY) - expm1(logY));
    if (height >= threshold && sampleBernoulli(source, threshold / height)) return height;
  }
}

/** The height of a point that {@link sampleCap} would draw, without the point; dimension >= 2. */
export function sampleCapHeight(source: RandomSource, dimension: number, threshold: number): number {
  const height = Math.abs(sampleCoordinate(source, dimension));
  return height >= threshold ? height : sampleHeight(source, dimension, threshold);
}

/** The height of a point that {@link sampleOutsideCap} would draw, without the point; dimension >= 2. */
export function sampleHeightOutsideCap(source: RandomSource, dimension: number, threshold: number): number {
  let height = sampleCoordinate(source, dimension);
  while (height >= threshold) height = sampleCoordinate(source, dimension);
  return height;
}

/**
 * A coordinate of a uniform point of the sphere: two of them have the squared length 1 - U^(2/(d-2)) and a
 * uniform angle.
 */
function sampleCoordinate(source: RandomSource, dimension: number): number {
  const square = -expm1((2 / (dimension - 2)) * log(sampleUniform(source)));
  return Math.sqrt(square) * cos(2 * Math.PI * sampleUniform(source));
}
