import { binomialCells } from "../../../numerics/binomial-cells.js";
import { bernoulliDivergence } from "../../../numerics/binomial-range.js";

/**
 * A law on few counts that bounds the number of users who take part in a round, given that it is positive.
 */
export interface ParticipantCounts {
  /** Falling, real, >= 1. */
  readonly counts: readonly number[];
  /** Unconditional: their sum is P(K >= 1) or slightly more. */
  readonly logMasses: readonly number[];
  /** P(K >= 1). */
  readonly nonEmpty: number;
}

interface Law {
  readonly counts: readonly number[];
  readonly masses: readonly number[];
}

/**
 * Cells are single counts up to this many; beyond, wider ones are rounded to their lower end. Valid at any
 * number: half as many raise a divergence by up to 3e-6, twice as many lower one by up to 2e-6.
 */
const MAX_CELLS = 4096;
/**
 * The probability of counts outside the cells, on each side: about 12 standard deviations. Valid at any
 * value, as it is part of the bound: its root and its square move a divergence by up to 1e-6.
 */
const TAIL = 2 ** -108;
/**
 * Up to this number counts are kept as they are. More are put into BLOCKS blocks, half a standard deviation
 * wide; more blocks where that is wide relative to the count. Valid at any two: counts are rounded down to a
 * block's least. Twice or half of either moves a divergence by less than 1e-14.
 */
const MAX_COUNTS = 192;
const BLOCKS = 40;

/**
 * Counts whose expectations bound those of K ~ Bin(trials, rate) from above, for polynomials in 1 / K with
 * nonnegative coefficients.
 *
 * Blocks of cells are replaced by three counts each. Counts above the largest one kept are rounded down to
 * it; those below the cells are cut into shells at their lower ends, with Chernoff's bound as mass.
 */
export function participantCounts(trials: number, rate: number): ParticipantCounts {
  const cells = usualCounts(trials, rate);
  const law = cells.counts.length > MAX_COUNTS ? inBlocks(cells) : cells;
  const shells = lowerShells(trials, rate, cells.counts[0]!);
  return {
    counts: [...law.counts.toReversed(), ...shells.counts],
    logMasses: [...law.masses.toReversed().map(Math.log), ...shells.logMasses],
    nonEmpty: -Math.expm1(trials * Math.log1p(-rate)),
  };
}

/** The counts of the cells, rising; larger ones are rounded down to the last. */
function usualCounts(trials: number, rate: number): Law {
  const law = { trials, probability: rate, complement: 1 - rate };
  // The masses are rounded up by their relative error.
  const cells = binomialCells(law, { width: 1, maxCells: MAX_CELLS, tail: TAIL, precision: 1e-7 });
  const first = cells.edges[0] === 0 ? 1 : 0; // no report, no divergence
  const counts = [...cells.edges.subarray(first, -1)];
  const masses = Array.from(cells.masses.subarray(first), (mass) => mass * (1 + cells.relativeError));
  let above = TAIL;
  // Counts beyond about 7 standard deviations are rounded down to the largest count kept.
  while (masses.length > 1 && above + masses.at(-1)! < 2 ** -40) {
    above += masses.pop()!;
    counts.pop();
  }
  masses[masses.length - 1]! += above;
  return { counts, masses };
}

/** Three counts for every block of a law: its ends, which neighbours share, and one between. */
function inBlocks({ counts, masses }: Law): Law {
  const widest = Math.ceil((counts.length - 1) / BLOCKS);
  const inner = { counts: [] as number[], masses: [] as number[] };
  let carried = 0;
  for (let start = 0, end = 0; start < counts.length - 1; start = end) {
    const size = Math.min(widest, Math.max(2, Math.floor(counts[start]! / 16)));
    end = Math.min(start + size, counts.length - 1);
    const block = { counts: counts.slice(start, end + 1), masses: masses.slice(start, end + 1) };
    if (end < counts.length - 1) block.masses[block.masses.length - 1] = 0; // belongs to the next block
    const [least, between, most] = lobatto(block);
    inner.counts.push(block.counts[0]!, between.count);
    inner.masses.push(carried + least, between.mass);
    carried = most;
  }
  return { counts: [...inner.counts, counts.at(-1)!], masses: [...inner.masses, carried] };
}

/**
 * The masses at both ends of a law and at a count between that keep its total and three moments of u = 1 /
 * count.
 *
 * The error of such a rule is f''''(c) / 24 times the integral of (u - end) (u - other end) (u - between)^2
 * <= 0, f a function of u.
 */
function lobatto({
  counts,
  masses,
}: Law): [number, { readonly count: number; readonly mass: number }, number] {
  const least = counts[0]!;
  const most = counts.at(-1)!;
  // x = 1 at the least count and 0 at the largest one, linear in u.
  const xs = counts.map((count) => ((most - count) / (most - least)) * (least / count));
  const mean = (weigh: (x: number) => number): number =>
    xs.reduce((sum, x, i) => sum + masses[i]! * weigh(x), 0);
  const spread = mean((x) => x * (1 - x));
  const between = spread > 0 ? mean((x) => x * x * (1 - x)) / spread : 0.5;
  const mass = spread / (between * (1 - between));
  return [
    Math.max(0, mean((x) => x) - mass * between),
    { count: 1 / (1 / most + between * (1 / least - 1 / most)), mass },
    Math.max(0, mean((x) => 1 - x) - mass * (1 - between)),
  ];
}

/**
 * P(K <= r n) <= exp(-n KL(r || rate)); shells widen with the distance from the mean, and end at half of
 * where they begin.
 */
function lowerShells(trials: number, rate: number, end: number): { counts: number[]; logMasses: number[] } {
  const mean = trials * rate;
  const counts: number[] = [];
  const logMasses: number[] = [];
  for (let above = end; above > 1; ) {
    // Each shell ends half as far again from the mean as the one before.
    const start = Math.floor(Math.max(above / 2, mean - 1.5 * (mean - above)));
    counts.push(start);
    logMasses.push(-trials * bernoulliDivergence((above - 1) / trials, rate));
    above = start;
  }
  return { counts, logMasses };
}
