import { binomialCells } from "../../numerics/binomial-cells.js";

/** Rounds with some numbers of reports. */
export interface CountBand {
  /** The fewest reports, at least one. */
  readonly reports: number;
  /** The largest share of the users that reports. */
  readonly samplingRate: number;
  /** An upper bound of the probability of such a round. */
  readonly weight: number;
}

/** Bands of equal width, of which the outer ones on each side are one while they are no more probable than that. */
interface Fineness {
  readonly most: number;
  readonly outer: number;
}

/** From so many reports on their number varies little. */
const MANY_REPORTS = 3000;
const FEW: Fineness = { most: 12, outer: 0.01 };
const MANY: Fineness = { most: 8, outer: 0.05 };
/** Relative error of a band's probability, and room for its rounding. */
const PRECISION = 2 ** -20;
const ROUNDING = 1 + 2 ** -45;

/**
 * The number of reports of a check-in round, K ~ Bin(users, checkInRate), in bands; but for a mass of at most `tail` on each side.
 * Everybody sees the number, so that a round's delta is at most the sum of the bands' with their weights.
 *
 * @param tail in (0, 0.03)
 * @see docs/theorems/hidden-transposition.md, section 6
 */
export function checkInBands(users: number, checkInRate: number, tail: number): readonly CountBand[] {
  if (checkInRate === 1) return [{ reports: users, samplingRate: 1, weight: 1 }];
  const law = { trials: users, probability: checkInRate, complement: 1 - checkInRate };
  const { most, outer } = users * checkInRate < MANY_REPORTS ? FEW : MANY;
  const cells = binomialCells(law, { width: 1, maxCells: most, tail, precision: PRECISION });
  const { edges, relativeError } = cells;
  const masses = [...cells.masses].map((mass) => mass * (1 + relativeError) * ROUNDING);
  const first = outerCount(masses, outer);
  const last = Math.max(first, masses.length - outerCount([...masses].reverse(), outer));
  const ends = [0, first, ...Array.from({ length: last - first }, (_, i) => first + 1 + i), masses.length];
  return [...new Set(ends)].slice(1).map((end, i, all) => {
    const start = i === 0 ? 0 : all[i - 1]!;
    return {
      reports: Math.max(1, edges[start]!),
      samplingRate: Math.min(users, Math.max(1, edges[end]! - 1)) / users,
      weight: masses.slice(start, end).reduce((sum, mass) => sum + mass, 0),
    };
  });
}

/** How many of the first masses together are at most `outer`. */
function outerCount(masses: readonly number[], outer: number): number {
  let sum = 0;
  const count = masses.findIndex((mass) => {
    sum += mass;
    return sum > outer;
  });
  return count < 0 ? masses.length : count;
}
