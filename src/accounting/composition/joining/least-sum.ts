import { ROUNDING, roundedUp } from "../../../numerics/rounding.js";
/** The figures of all parts, and what they add up to. */
export interface Sum<Figure> {
  readonly figures: readonly Figure[];
  readonly total: number;
}

/** The sum, rounded up; undefined where a part has no figure. */
export function sumOf<Figure>(
  figures: readonly (Figure | undefined)[],
  upperOf: (figure: Figure) => number,
): Sum<Figure> | undefined {
  const known = figures.filter((each) => each !== undefined);
  if (known.length < figures.length) return undefined;
  const sum = known.reduce((total, each) => total + upperOf(each), 0);
  return { figures: known, total: roundedUp(sum, ROUNDING.longSum) };
}

export function lesserSum<Figure>(
  one: Sum<Figure> | undefined,
  other: Sum<Figure> | undefined,
): Sum<Figure> | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return other.total < one.total ? other : one;
}
