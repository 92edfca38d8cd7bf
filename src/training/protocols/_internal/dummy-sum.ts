import type { CapRandomizer, VectorRandomizer } from "../../../mechanisms/index.js";
import { cos, expm1, log } from "../../../numerics/portable-math.js";
import { fillNormals } from "../../../random/fill-normals.js";
import type { RandomSource } from "../../../random/random-source.js";
import { sampleUniform } from "../../../random/sample-uniform.js";

/** The sum of the estimates of `count` reports about zeros. */
export function dummySum(
  randomizer: VectorRandomizer<Float64Array | number>,
  count: number,
  source: RandomSource,
): Float64Array {
  if (isCap(randomizer)) return sphereSum(randomizer, count, source);
  return randomizer.decodeSum(dummies(randomizer, count, source));
}

function isCap(randomizer: VectorRandomizer<Float64Array | number>): randomizer is CapRandomizer {
  return "reportLength" in randomizer;
}

function* dummies<Report>(
  randomizer: VectorRandomizer<Report>,
  count: number,
  source: RandomSource,
): Generator<Report> {
  const zeros = new Float64Array(randomizer.dimension);
  for (let i = 0; i < count; i++) yield randomizer.randomize(source, zeros);
}

/**
 * Of caps, dummies are uniform on their sphere. The squared length of a sum of unit vectors grows by 1 + 2
 * length h with each, h being a coordinate of a uniform point, whatever the direction; and the direction is
 * uniform. So only one vector is drawn.
 */
function sphereSum(
  { dimension, reportLength }: CapRandomizer,
  count: number,
  source: RandomSource,
): Float64Array {
  const sum = new Float64Array(dimension);
  let squared = 0;
  for (let i = 0; i < count; i++) squared += 1 + 2 * Math.sqrt(squared) * sampleCoordinate(source, dimension);
  if (count === 0) return sum;
  fillNormals(source, sum, 1);
  const length = Math.sqrt(sum.reduce((total, entry) => total + entry ** 2, 0));
  const scale = (reportLength * Math.sqrt(Math.max(0, squared))) / length;
  return sum.map((entry) => scale * entry);
}

/**
 * A coordinate of a uniform point of the unit sphere: two of them have the squared length 1 - U^(2/(d-2)) and
 * a uniform angle.
 */
function sampleCoordinate(source: RandomSource, dimension: number): number {
  const square = -expm1((2 / (dimension - 2)) * log(sampleUniform(source)));
  return Math.sqrt(square) * cos(2 * Math.PI * sampleUniform(source));
}
