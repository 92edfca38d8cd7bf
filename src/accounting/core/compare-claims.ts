import { type Claim, STATUSES } from "../../privacy/index.js";

/** Compares figures for sorting, best first: upper bounds before lower, proven before conditional, small before large. */
export function compareClaims<Figure extends Claim>(
  numberOf: (figure: Figure) => number,
): (a: Figure, b: Figure) => number {
  return (a, b) => rank(a) - rank(b) || order(numberOf(a), numberOf(b));
}

function rank({ side, status }: Claim): number {
  return STATUSES.indexOf(status) + (side === "lower" ? STATUSES.length : 0);
}

/** Not a difference, which two infinities do not have. */
function order(a: number, b: number): number {
  return Number(a > b) - Number(a < b);
}
