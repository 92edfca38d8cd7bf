import { ROUNDING, roundedDown, roundedUp } from "../../numerics/rounding.js";
import type { Bracket } from "../../privacy/index.js";

/** A closed form's value with room for its rounding. */
export function roundedBracket(value: number): Bracket {
  return {
    lower: roundedDown(value, ROUNDING.longFormula),
    estimate: value,
    upper: roundedUp(value, ROUNDING.longFormula),
  };
}
