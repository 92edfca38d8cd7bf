/**
 * Numbers that are analyzed, and edges of their bins: sums of a million widths are finite, and so are their
 * squares.
 */
export const NUMBERS = { min: -1e100, max: 1e100 } as const;

/** The distance of two bounds. */
export const WIDTHS = { min: 1e-100, max: 2e100 } as const;
