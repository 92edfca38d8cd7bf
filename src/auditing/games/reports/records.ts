import type { Range } from "../../../validate.js";

/** What the others of a shuffle may hold. */
export interface Records {
  readonly range: Range;
  /** Those that a search for the worst cohort tries. */
  readonly searched: readonly number[];
}

/** Places in an interval, whose upper end the changed record is. */
export const IN_INTERVAL: Records = { range: { min: 0, max: 1 }, searched: [0, 1 / 4, 1 / 2, 3 / 4, 1] };

/** The changed record, its replacement or a third. */
export const ONE_OF_THREE: Records = { range: indexBelow(3), searched: [0, 1, 2] };

export function indexBelow(count: number): Range {
  return { min: 0, max: count - 1, integer: true };
}
