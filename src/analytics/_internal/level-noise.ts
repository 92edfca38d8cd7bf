import type { RandomDummies } from "../random-dummies.js";
import { type DummyNumberLaw, dummyNumberMoments, dummyNumberNormalizer } from "./dummy-number-moments.js";

/** What dummies add to the sum of the levels, from -1 to 1, that reports name; symmetric, of mean zero. */
export interface LevelNoise {
  readonly variance: number;
  /** Where `logMoment` ends. */
  readonly maxTilt: number;
  /** log E e^(tilt times the noise), for tilts between 0 and `maxTilt`. */
  logMoment(tilt: number): number;
}

/** The noise of random numbers of dummies of each level; of two with a constant sum one mirrors the other. */
export function levelNoise(numbers: RandomDummies): LevelNoise {
  const { mean, variance } = dummyNumberMoments(numbers);
  const isConstant = numbers.total === "constant";
  const weights = isConstant ? [2] : levelsOf(numbers.categories);
  const shift = mean - numbers.centre;
  return {
    variance: variance * weights.reduce((sum, weight) => sum + weight ** 2, 0),
    maxTilt: 1 / (numbers.laplaceScale * Math.max(...weights)),
    logMoment: (tilt) =>
      weights.reduce((sum, weight) => sum + logMoment(numbers, tilt * weight) - tilt * weight * shift, 0),
  };
}

/** Equally spaced from -1 to 1. */
export function levelsOf(count: number): readonly number[] {
  return Array.from({ length: count }, (_, level) => -1 + (2 * level) / (count - 1));
}

/** log E e^(s (N - centre)), |s| < 1 / laplaceScale. */
function logMoment(numbers: DummyNumberLaw, s: number): number {
  const { laplaceScale, centre, total } = numbers;
  const below = -1 / laplaceScale - s;
  const above = -1 / laplaceScale + s;
  const upper = total === "constant" ? powers(above, centre) : -1 / Math.expm1(above);
  return Math.log((powers(below, centre + 1) + Math.exp(above) * upper) / dummyNumberNormalizer(numbers));
}

/** 1 + e^x + ... + e^((count - 1) x), x < 0. */
function powers(x: number, count: number): number {
  return Math.expm1(count * x) / Math.expm1(x);
}
