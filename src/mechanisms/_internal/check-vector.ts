import { checkNumber } from "../../validate.js";
import { checkLength } from "./check-length.js";

/** Vectors of such entries have finite norms, and so do their transforms. */
const MAX_COORDINATE = 2 ** 500;

/** Checks that a vector has `dimension` entries, none of them NaN or beyond all use. */
export function checkVector(name: string, value: ArrayLike<number>, dimension: number): void {
  checkLength(name, value, dimension, "entries");
  for (let index = 0; index < dimension; index++) {
    if (Math.abs(value[index]!) <= MAX_COORDINATE) continue;
    checkNumber(`${name}[${index}]`, value[index], { min: -MAX_COORDINATE, max: MAX_COORDINATE });
  }
}
