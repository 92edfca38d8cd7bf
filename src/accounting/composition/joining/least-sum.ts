/** The figures of all parts, and what they add up to. */
export interface Sum<Figure> {
  readonly figures: readonly Figure[];
  readonly total: number;
}

/** Rounding of shares, and of the sum, stays below it: of 10,000 terms it is at most 10,000 x 2^-53, below 2^-39. */
export const ROUNDED_DOWN: number = 1 - 2 ** -38;
const ROUNDED_UP = 1 + 2 ** -38;

/** The sum, rounded up; undefined where a part has no figure. */
export function sumOf<Figure>(
  figures: readonly (Figure | undefined)[],
  upperOf: (figure: Figure) => number,
): Sum<Figure> | undefined {
  const known = figures.filter((each) => each !== undefined);
  if (known.length < figures.length) return undefined;
  return { figures: known, total: known.reduce((sum, each) => sum + upperOf(each), 0) * ROUNDED_UP };
}

export function lesserSum<Figure>(
  one: Sum<Figure> | undefined,
  other: Sum<Figure> | undefined,
): Sum<Figure> | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return other.total < one.total ? other : one;
}
