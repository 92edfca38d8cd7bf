import { type Bracket, type Claim, STATUSES } from "../../privacy/index.js";

/**
 * Compares figures for sorting, best first: upper bounds before lower, proven before conditional; of upper
 * bounds small before large, of lower ones large before small.
 */
export function compareClaims<Figure extends Claim>(
  bracketOf: (figure: Figure) => Pick<Bracket, "lower" | "upper">,
): (a: Figure, b: Figure) => number {
  return (a, b) => {
    const one = bracketOf(a);
    const other = bracketOf(b);
    return (
      rank(a) - rank(b) ||
      (a.side === "upper" ? order(one.upper, other.upper) : order(other.lower, one.lower))
    );
  };
}

function rank({ side, status }: Claim): number {
  return STATUSES.indexOf(status) + (side === "lower" ? STATUSES.length : 0);
}

/** Not a difference, which two infinities do not have. */
function order(a: number, b: number): number {
  return Number(a > b) - Number(a < b);
}
