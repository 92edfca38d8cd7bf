import type { Bracket } from "../../privacy/index.js";

/** Some 256 ulps: more than a closed form of a dozen operations can lose. */
const RELATIVE = 2 ** -44;

/** A closed form's value with room for its rounding. */
export function roundedBracket(value: number): Bracket {
  return { lower: value * (1 - RELATIVE), estimate: value, upper: value * (1 + RELATIVE) };
}
