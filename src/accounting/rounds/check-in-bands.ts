import { binomialCells } from "../../numerics/binomial-cells.js";

/** Rounds with some numbers of reports. */
export interface CountBand {
  /** The fewest reports, at least one. */
  readonly reports: number;
  /** The share of the users that reports. */
  readonly samplingRate: number;
  /**
   * Bounds, nearly equal, of the probability of such a round, where another share of the users counts as a
   * mixture of larger and smaller ones: times the sampling rate, that of such a round with the changed user's
   * report.
   */
  readonly weight: number;
  readonly leastWeight: number;
}

/**
 * Below it every number of reports has a band to itself. Further out BANDS says how many bands there are in a
 * unit of its root: two make them a root wide. Beyond 10^7 they keep their relative width. Valid at any, as a
 * band counts as its worst: bands half as wide lower an epsilon by up to 0.4 %, twice as wide ones move one
 * by -0.2 to 0.7 %; half of SINGLE raises one by 0.03 %, twice as much moves none by 2e-11 of itself; twice
 * or half of MANY_REPORTS moves one by less than 5e-5, and of 10^7 by less than 6e-6.
 */
const SINGLE = 64;
const MANY_REPORTS = 4096;
const VERY_MANY = 1e7;
const BANDS = { few: 2, many: 1.25 };
/**
 * The outer bands on each side are one where they are no larger a share of the rounds with reports than that,
 * and their numbers have no smaller a ratio than that: in far tails of the loss, rounds of fewer reports, or
 * of more users' reports, count for more than they are frequent. Valid at any two: twice or half of the
 * first, or of what the second differs from one by, moves an epsilon by less than 1e-8 of itself.
 */
const OUTER = 1e-3;
const MIN_RATIO = 0.9;
/**
 * Relative error of a band's probability, which every one of many rounds has, and room for its rounding:
 * valid at any, twice or half as much changes no epsilon.
 */
export const PRECISION: number = 2 ** -34;

/** Counts from the first to the last, both included. */
interface Counts {
  readonly first: number;
  readonly last: number;
  readonly mass: number;
  /**
   * The sum of masses times what their counts are above the first, or a little more; and below the last, as
   * much less.
   */
  readonly aboveFirst: number;
  readonly belowLast: number;
}

/**
 * The number of reports of a check-in round, K ~ Bin(users, checkInRate), in bands; but for a mass of at most
 * `tail` on each side. Everybody sees the number, so that a round's delta is at most the sum of the bands'
 * with their weights: a sample of a share q of the users is no worse than one of a larger or a smaller share,
 * drawn so that the mean is q. Rounds without reports, which show nothing, are in no band. Bands begin at the
 * same numbers whatever the users and the rate are, so that more users hardly ever seem to hide less.
 *
 * @param tail in (0, 0.03)
 * @see docs/theorems/hidden-transposition.md, section 6
 */
export function checkInBands(users: number, checkInRate: number, tail: number): readonly CountBand[] {
  if (checkInRate === 1) return [{ reports: users, samplingRate: 1, weight: 1, leastWeight: 1 }];
  const law = { trials: users, probability: checkInRate, complement: 1 - checkInRate };
  // There are 256 steps in a standard deviation.
  const width = Math.max(1, Math.floor(Math.sqrt(users * checkInRate * law.complement) / 256));
  const cut = { width, tail: tail / 4, precision: PRECISION };
  const { edges, masses, relativeError } = binomialCells(law, cut);
  const cells: Counts[] = Array.from(masses, (mass, i) => {
    const last = Math.min(users, edges[i + 1]! - 1);
    return { first: edges[i]!, last, mass, aboveFirst: (last - edges[i]!) * mass, belowLast: 0 };
  }).filter(({ last }) => last > 0);
  const error = relativeError + 2 ** -45;
  const kept = withoutTail(withoutTail(cells, tail / 2).reverse(), tail / 2).reverse();
  return withOuterOnes(banded(kept)).flatMap((counts) =>
    sharesOf(counts).map(({ share, mass }) => ({
      reports: Math.max(1, counts.first),
      samplingRate: share / users,
      weight: mass * (1 + error),
      leastWeight: mass * (1 - error),
    })),
  );
}

/** The counts' mass on their ends, mean kept. */
function sharesOf({ first, last, mass, aboveFirst, belowLast }: Counts): { share: number; mass: number }[] {
  if (first === last) return [{ share: last, mass }];
  const ends = [
    { share: first, mass: belowLast / (last - first) },
    { share: last, mass: aboveFirst / (last - first) },
  ];
  return ends.filter(({ share, mass }) => share > 0 && mass > 0);
}

/** But for the first ones, which are together no more probable than that. */
function withoutTail(cells: readonly Counts[], tail: number): Counts[] {
  let sum = 0;
  const start = cells.findIndex(({ mass }) => {
    sum += mass;
    return sum > tail;
  });
  return start < 0 ? [] : cells.slice(start);
}

/** Cells that begin in the same band as one. */
function banded(cells: readonly Counts[]): Counts[] {
  const bands: Counts[] = [];
  let band = -1;
  for (const cell of cells) {
    const next = bandOf(cell.first);
    if (next === band) bands.push(joined(bands.pop()!, cell));
    else bands.push(cell);
    band = next;
  }
  return bands;
}

/** The number of the band that a count is in, rising with the count. */
function bandOf(count: number): number {
  if (count < SINGLE) return count;
  const few = SINGLE + Math.floor(BANDS.few * Math.sqrt(Math.min(count, MANY_REPORTS)));
  const roots = Math.sqrt(Math.min(count, VERY_MANY)) - Math.sqrt(MANY_REPORTS);
  const relative = (Math.sqrt(VERY_MANY) / 2) * Math.max(0, Math.log(count / VERY_MANY));
  return few + Math.floor(BANDS.many * (Math.max(0, roots) + relative));
}

function withOuterOnes(bands: readonly Counts[]): Counts[] {
  const most = OUTER * bands.reduce((sum, { mass }) => sum + mass, 0);
  const mayBe = ({ first, last, mass }: Counts): boolean => mass <= most && first >= MIN_RATIO * last;
  return withFirstAsOne(withFirstAsOne(bands, mayBe).reverse(), mayBe).reverse();
}

/** The first bands as one, as many as may be. */
function withFirstAsOne(bands: readonly Counts[], mayBe: (one: Counts) => boolean): Counts[] {
  const [first, next, ...others] = bands;
  if (first === undefined || next === undefined) return [...bands];
  const one = joined(first, next);
  return mayBe(one) ? withFirstAsOne([one, ...others], mayBe) : [...bands];
}

function joined(one: Counts, other: Counts): Counts {
  const first = Math.min(one.first, other.first);
  const last = Math.max(one.last, other.last);
  const total = (part: (counts: Counts) => number): number => part(one) + part(other);
  return {
    first,
    last,
    mass: total(({ mass }) => mass),
    aboveFirst: total((part) => part.aboveFirst + part.mass * (part.first - first)),
    belowLast: total((part) => part.belowLast + part.mass * (last - part.last)),
  };
}
