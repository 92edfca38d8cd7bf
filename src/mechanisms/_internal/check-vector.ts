import { DpError } from "../../errors.js";
import { checkNumber } from "../../validate.js";

/** Vectors of such entries have finite norms, and so do their transforms. */
const LARGEST = 2 ** 500;

/** Checks that a vector has `dimension` entries, none of them NaN or beyond all use. */
export function checkVector(name: string, value: ArrayLike<number>, dimension: number): void {
  if (value.length !== dimension) {
    throw new DpError("BAD_INPUT", `${name} must have ${dimension} entries, got ${value.length}`, {
      parameter: name,
      value: value.length,
      allowed: `${dimension} entries`,
    });
  }
  for (let index = 0; index < dimension; index++) {
    if (Math.abs(value[index]!) <= LARGEST) continue;
    checkNumber(`${name}[${index}]`, value[index], { min: -LARGEST, max: LARGEST });
  }
}
