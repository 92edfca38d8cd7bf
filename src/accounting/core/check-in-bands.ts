import { binomialCells } from "../../numerics/binomial-cells.js";

/** Rounds with some numbers of reports. */
export interface CountBand {
  /** The fewest reports, at least one. */
  readonly reports: number;
  /** The largest share of the users that reports. */
  readonly samplingRate: number;
  /** Bounds of the probability of such a round, nearly equal. */
  readonly weight: number;
  readonly leastWeight: number;
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
/** Relative error of a band's probability, which every one of many rounds has, and room for its rounding. */
const PRECISION = 2 ** -34;
const ROUNDING = 2 ** -45;

/** Counts from the first to the last, both included. */
interface Counts {
  readonly first: number;
  readonly last: number;
  readonly mass: number;
}

/**
 * The number of reports of a check-in round, K ~ Bin(users, checkInRate), in bands; but for a mass of at most `tail` on each side.
 * Everybody sees the number, so that a round's delta is at most the sum of the bands' with their weights. Rounds without reports, which show
 * nothing, are in no band where they would have one to themselves.
 *
 * @param tail in (0, 0.03)
 * @see docs/theorems/hidden-transposition.md, section 6
 */
export function checkInBands(users: number, checkInRate: number, tail: number): readonly CountBand[] {
  if (checkInRate === 1) return [{ reports: users, samplingRate: 1, weight: 1, leastWeight: 1 }];
  const law = { trials: users, probability: checkInRate, complement: 1 - checkInRate };
  const { most, outer } = users * checkInRate < MANY_REPORTS ? FEW : MANY;
  const { edges, masses, relativeError } = binomialCells(law, {
    width: 1,
    maxCells: most,
    tail,
    precision: PRECISION,
  });
  const cells: Counts[] = Array.from(masses, (mass, i) => ({
    first: edges[i]!,
    last: edges[i + 1]! - 1,
    mass,
  }));
  const error = relativeError + ROUNDING;
  const counts = withOuterOnes(withOuterOnes(cells, outer).reverse(), outer).reverse();
  return counts
    .filter(({ last }) => last > 0)
    .map(({ first, last, mass }) => ({
      reports: Math.max(1, first),
      samplingRate: Math.min(users, last) / users,
      weight: mass * (1 + error),
      leastWeight: mass * (1 - error),
    }));
}

/** The first cells as one, while they are at most that probable; but for a cell of no reports. */
function withOuterOnes(cells: readonly Counts[], outer: number): Counts[] {
  const joined: Counts[] = [];
  let outside = 0;
  for (const cell of cells) {
    outside += cell.mass;
    const before = joined.at(-1);
    if (before !== undefined && outside <= outer && before.last > 0 && cell.last > 0) {
      joined[joined.length - 1] = {
        first: Math.min(before.first, cell.first),
        last: Math.max(before.last, cell.last),
        mass: before.mass + cell.mass,
      };
    } else joined.push(cell);
  }
  return joined;
}
