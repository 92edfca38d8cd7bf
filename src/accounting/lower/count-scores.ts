/** The scores of reports that speak for the changed record, and of those that speak for the replacement. */
export interface CountScores {
  readonly record: number;
  readonly replacement: number;
  /** Whether the sum tells both counts, and sums may not share a bin. */
  readonly everySum: boolean;
}

/**
 * The most reports of each kind, on average, of which both counts are told apart. Valid at any number, as
 * every lower end here is: any test of the reports is a lower bound. Half as many lower one by up to 0.012 %,
 * twice as many change none.
 */
const MAX_COUNTED = 100;

/**
 * Few reports of either kind: both counts, as one number. Many: their difference, which tells nearly as much.
 *
 * @param expected how many of the others' reports speak for either record, on average
 */
export function countScores(expected: number): CountScores {
  if (!(expected <= MAX_COUNTED)) return { record: 1, replacement: -1, everySum: false };
  // Counts may lie ten standard deviations, and ten reports, above their means.
  return { record: 1, replacement: Math.ceil(expected + 10 * (Math.sqrt(expected) + 1)), everySum: true };
}
