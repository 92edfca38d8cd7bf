import { checkNumber } from "../../validate.js";
import type { BallOptions } from "../local-randomizer.js";
import { checkEpsilon } from "./check-epsilon.js";
import { SIZE_RANGE } from "./size-range.js";

const MAX_DIMENSION = 2 ** 30;

/** Checks the options of a ball's randomizer. */
export function checkBall(name: string, { epsilon, dimension, bound }: BallOptions, minDimension = 1): void {
  checkEpsilon(name, epsilon);
  checkNumber(`${name}: dimension`, dimension, { min: minDimension, max: MAX_DIMENSION, integer: true });
  checkNumber(`${name}: bound`, bound, SIZE_RANGE);
}
