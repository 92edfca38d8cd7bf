import type { Bracket } from "../../privacy/index.js";

/** The bracket of what has no rounding. */
export function exactly(value: number): Bracket {
  return { lower: value, estimate: value, upper: value };
}

/** The bracket of which only the upper end is known. */
export function atMost(upper: number): Bracket {
  return { lower: 0, estimate: upper, upper };
}

/** The bracket of the lesser of two values. */
export function lesser(one: Bracket, other: Bracket): Bracket {
  const least = other.upper < one.upper ? other : one;
  return { ...least, lower: Math.min(one.lower, other.lower) };
}
