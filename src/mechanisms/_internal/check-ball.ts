import { checkNumber, type Range } from "../../validate.js";
import type { BallOptions } from "../local-randomizer.js";
import { checkEpsilon } from "./check-epsilon.js";

/**
 * Of lengths and standard deviations: their products with every gain and their squares are neither infinite
 * nor zero.
 */
export const SIZE_RANGE: Range = { min: 1e-100, max: 1e100, advice: "choose another unit for the values" };

/** Of vectors. */
export const MAX_DIMENSION: number = 2 ** 30;

/** Checks the options of a ball's randomizer. */
export function checkBall(
  name: string,
  { localEpsilon, dimension, bound }: BallOptions,
  minDimension = 1,
): void {
  checkEpsilon(`${name}: localEpsilon`, localEpsilon);
  checkNumber(`${name}: dimension`, dimension, { min: minDimension, max: MAX_DIMENSION, integer: true });
  checkNumber(`${name}: bound`, bound, SIZE_RANGE);
}
