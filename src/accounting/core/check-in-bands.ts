import { narrowBinomialRange } from "../../numerics/binomial-range.js";

/** Rounds with some numbers of reports. */
export interface CountBand {
  /** The fewest reports, at least one. */
  readonly reports: number;
  /** The largest share of the users that reports. */
  readonly samplingRate: number;
  /** An upper bound of the probability of such a round. */
  readonly weight: number;
}

/** The mass of the counts on each side of the middle band, or more. */
const SIDE = 0.03;

/**
 * The number of reports of a check-in round, K ~ Bin(users, checkInRate), in three bands; but for a mass of at most `tail` on each side.
 * Everybody sees the number, so that a round's delta is at most the sum of the bands' with their weights.
 *
 * @param tail in (0, 0.03)
 * @see docs/theorems/hidden-transposition.md, section 6
 */
export function checkInBands(users: number, checkInRate: number, tail: number): readonly CountBand[] {
  const law = { trials: users, probability: checkInRate };
  const [all, middle] = [narrowBinomialRange(law, tail), narrowBinomialRange(law, SIDE)];
  const band = (from: number, to: number, weight: number): CountBand => ({
    reports: Math.max(1, from),
    samplingRate: Math.max(1, to) / users,
    weight,
  });
  return [band(all.min, middle.min, SIDE), band(middle.min, middle.max, 1), band(middle.max, all.max, SIDE)];
}
