import { binomialCells } from "../../numerics/binomial-cells.js";

/** Rounds with some numbers of reports. */
export interface CountBand {
  /** The fewest reports, at least one. */
  readonly reports: number;
  /** The largest share of the users that reports. */
  readonly samplingRate: number;
  /**
   * Bounds, nearly equal, of the probability of such a round, less what a smaller share of the users leaves to rounds that show nothing: times
   * the sampling rate, that of such a round with the changed user's report.
   */
  readonly weight: number;
  readonly leastWeight: number;
}

/** Below it every number of reports has a band to itself. Further out there are so many bands in a unit of its root: two make them a root wide. */
const SINGLE = 64;
const MANY_REPORTS = 4096;
const BANDS = { few: 2, many: 1.25 };
/**
 * The outer bands on each side are one where they are no larger a share of the rounds with reports than that, and their numbers have no smaller
 * a ratio than that: in far tails of the loss, rounds of fewer reports, or of more users' reports, count for more than they are frequent.
 */
const OUTER = 1e-3;
const LEAST_RATIO = 0.9;
/** Where numbers are looked at in steps, there are so many in a standard deviation. */
const STEPS = 256;
/** Relative error of a band's probability, which every one of many rounds has, and room for its rounding. */
const PRECISION = 2 ** -34;
const ROUNDING = 2 ** -45;

/** Counts from the first to the last, both included. */
interface Counts {
  readonly first: number;
  readonly last: number;
  readonly mass: number;
  /** The sum of the counts times their masses, or a little more. */
  readonly moment: number;
}

/**
 * The number of reports of a check-in round, K ~ Bin(users, checkInRate), in bands; but for a mass of at most `tail` on each side.
 * Everybody sees the number, so that a round's delta is at most the sum of the bands' with their weights: a sample of a smaller share q of the
 * users is no worse than one of the share Q with probability q / Q. Rounds without reports, which show nothing, are in no band. Bands begin at
 * the same numbers whatever the users and the rate are, so that more users hardly ever seem to hide less.
 *
 * @param tail in (0, 0.03)
 * @see docs/theorems/hidden-transposition.md, section 6
 */
export function checkInBands(users: number, checkInRate: number, tail: number): readonly CountBand[] {
  if (checkInRate === 1) return [{ reports: users, samplingRate: 1, weight: 1, leastWeight: 1 }];
  const law = { trials: users, probability: checkInRate, complement: 1 - checkInRate };
  const width = Math.max(1, Math.floor(Math.sqrt(users * checkInRate * law.complement) / STEPS));
  const cut = { width, tail: tail / 4, precision: PRECISION };
  const { edges, masses, relativeError } = binomialCells(law, cut);
  const cells: Counts[] = Array.from(masses, (mass, i) => {
    const last = Math.min(users, edges[i + 1]! - 1);
    return { first: edges[i]!, last, mass, moment: last * mass };
  }).filter(({ last }) => last > 0);
  const error = relativeError + ROUNDING;
  const kept = withoutTail(withoutTail(cells, tail / 2).reverse(), tail / 2).reverse();
  return withOuterOnes(banded(kept)).map(({ first, last, moment }) => ({
    reports: Math.max(1, first),
    samplingRate: last / users,
    weight: (moment / last) * (1 + error),
    leastWeight: (moment / last) * (1 - error),
  }));
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
  return few + Math.floor(BANDS.many * Math.max(0, Math.sqrt(count) - Math.sqrt(MANY_REPORTS)));
}

function withOuterOnes(bands: readonly Counts[]): Counts[] {
  const most = OUTER * bands.reduce((sum, { mass }) => sum + mass, 0);
  const mayBe = ({ first, last, mass }: Counts): boolean => mass <= most && first >= LEAST_RATIO * last;
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
  return {
    first: Math.min(one.first, other.first),
    last: Math.max(one.last, other.last),
    mass: one.mass + other.mass,
    moment: one.moment + other.moment,
  };
}
