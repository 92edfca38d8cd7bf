import { memoize } from "../../../../numerics/memoize.js";
import type { Side } from "../../../../pld/pmf.js";
import { type Binomial, type BlockPmf, binomialBlocks, binomialPmf } from "./binomial-blocks.js";

/** How finely counts are summed over. */
export interface Grid {
  /** Lattice steps in standard deviations of the loss. */
  readonly relativeStep: number;
  readonly negligibleMass: number;
  /**
   * Groups of counts stand for their smallest on the pessimistic side, and for their largest on the
   * optimistic one.
   */
  readonly side: Side;
}

/**
 * Of the reports that are in neither or both of two sets, or revealed: how likely each is, up to a common
 * factor.
 */
export interface RestWeights {
  readonly neither: number;
  readonly both: number;
  readonly revealed: number;
}

/**
 * Blocks of reports in neither set in a squared lattice step; where reports may be in both sets, grains of
 * candidates. Valid at any two: half or twice as many move an epsilon by less than 1e-5 of itself; half as
 * many of the first take up to a third less time.
 */
const BLOCKS_PER_STEP = { whole: 256, weighed: 64 };
/**
 * Laws that are kept: groups rise, and use neighbouring ones; rounds of similar numbers of reports share
 * them where reports are in both sets. Half or twice of the first two takes as long.
 */
const MAX_KNOWN = { whole: 5, coarse: 2048, rests: 4 };
/** Relative width of the cells of a count that weighs both kinds. Valid at any width. */
const WEIGHED_WIDTH = 2 ** -7;

/**
 * The laws of d + e^localEpsilon c, with c reports in both sets and d in neither, given how many are outside
 * of the two sets' difference or revealed.
 *
 * Fewer candidates are worse, so that they are rounded. Where no report is in both sets, blocks of those in
 * neither stand at an end. Else the divergence is convex in each count and in their sum: laws are coarser,
 * with cells on their ends, mean kept, on the pessimistic side, and on their means, or the integers next to
 * them, on the optimistic one (docs/theorems/subset-response.md).
 */
export function restLaws(
  weights: RestWeights,
  { relativeStep, negligibleMass, side }: Grid,
): (candidates: number) => BlockPmf {
  const { neither, both, revealed } = weights;
  const single = neither + revealed;
  const inNeither = { probability: neither / single, complement: revealed / single };
  const round = side === "pessimistic" ? "down" : "up";
  const whole = known(MAX_KNOWN.whole, (trials, width) =>
    binomialBlocks({ ...inNeither, trials }, negligibleMass, { width, round }),
  );
  const rounded = (count: number, grain: number): number =>
    grain * (round === "down" ? Math.floor(count / grain) : Math.ceil(count / grain));
  const blocksPerStep = both === 0 ? BLOCKS_PER_STEP.whole : BLOCKS_PER_STEP.weighed;
  return (candidates) => {
    const spacing = Math.max(
      1,
      Math.min(candidates, Math.floor((candidates * relativeStep ** 2) / blocksPerStep)),
    );
    const grain = 2 ** Math.floor(Math.log2(spacing));
    const trials = rounded(candidates, grain);
    const width = Math.max(1, Math.floor(grain * inNeither.probability));
    return both === 0 ? whole(trials, width) : weighedLaws(weights, negligibleMass, side)(trials, grain);
  };
}

/** Of a number of candidates, of which those in neither set or revealed are rounded to a grain. */
const weighedLaws = memoize(
  ({ neither, both, revealed }: RestWeights, negligibleMass: number, side: Side) => {
    const single = neither + revealed;
    const inNeither = { probability: neither / single, complement: revealed / single };
    const inBoth = { probability: both / (single + both), complement: single / (single + both) };
    const ofNeither = known(MAX_KNOWN.coarse, (trials) =>
      coarseLaw({ ...inNeither, trials }, negligibleMass, side),
    );
    return known(MAX_KNOWN.coarse, (trials, grain) => {
      const rounded = side === "pessimistic" ? Math.floor : Math.ceil;
      const { count, mass } = coarseLaw({ ...inBoth, trials }, negligibleMass, side);
      const cells = new Map<number, Cell>();
      count.forEach((each, i) => {
        const rest = ofNeither(grain * rounded((trials - each) / grain), 1);
        addWeighed(cells, rest, { factor: mass[i]!, offset: (1 + revealed) * each });
      });
      return lawOfCells([...cells.values()], side);
    });
  },
  {
    key: (weights, negligibleMass, side) => JSON.stringify([weights, negligibleMass, side]),
    capacity: MAX_KNOWN.rests,
  },
);

interface Cell {
  mass: number;
  moment: number;
  min: number;
  max: number;
}

/** Counts rise: those of one cell follow one another. */
function addWeighed(
  cells: Map<number, Cell>,
  { count, mass }: BlockPmf,
  { factor, offset }: { readonly factor: number; readonly offset: number },
): void {
  for (let start = 0, end = 0; start < count.length; start = end) {
    const min = offset + count[start]!;
    const index = Math.floor(Math.log1p(min) / WEIGHED_WIDTH);
    const next = Math.expm1((index + 1) * WEIGHED_WIDTH) - offset;
    let sum = 0;
    let moment = 0;
    do {
      sum += mass[end]!;
      moment += mass[end]! * (offset + count[end]!);
      end++;
    } while (end < count.length && count[end]! < next);
    addToCell(cells, index, {
      mass: factor * sum,
      moment: factor * moment,
      min,
      max: offset + count[end - 1]!,
    });
  }
}

function addToCell(cells: Map<number, Cell>, index: number, more: Cell): void {
  const cell = cells.get(index);
  if (cell === undefined) {
    cells.set(index, more);
    return;
  }
  cell.mass += more.mass;
  cell.moment += more.moment;
  cell.min = Math.min(cell.min, more.min);
  cell.max = Math.max(cell.max, more.max);
}

/** Every cell on its least and largest value, mean kept, or on its mean. */
function lawOfCells(cells: readonly Cell[], side: Side): BlockPmf {
  const occupied = cells.filter(({ mass }) => mass > 0).sort((a, b) => a.min - b.min);
  const points = new Float64Array(2 * occupied.length);
  const masses = new Float64Array(2 * occupied.length);
  let size = 0;
  for (const { mass, moment, min, max } of occupied) {
    const mean = Math.min(max, Math.max(min, moment / mass));
    const isWhole = side === "optimistic" || min === max;
    const up = isWhole ? 0 : (mean - min) / (max - min);
    points[size] = isWhole ? mean : min;
    masses[size++] = mass * (1 - up);
    if (isWhole) continue;
    points[size] = max;
    masses[size++] = mass * up;
  }
  return { count: points.slice(0, size), mass: masses.slice(0, size) };
}

function known(capacity: number, lawOf: (trials: number, width: number) => BlockPmf): typeof lawOf {
  return memoize(lawOf, { key: (trials, width) => `${trials} ${width}`, capacity });
}

/** A law on a few counts that is above the binomial one in convex order, or below it. */
function coarseLaw(law: Binomial, negligibleMass: number, side: Side): BlockPmf {
  if (law.probability === 0 || law.trials === 0)
    return { count: Float64Array.of(0), mass: Float64Array.of(1) };
  const { first, mass } = binomialPmf(law, negligibleMass);
  const deviation = Math.sqrt(law.trials * law.probability * law.complement);
  // Up to a standard deviation of 8 a law keeps all of its counts; beyond, it has one in a standard
  // deviation.
  const width = deviation < 8 ? 1 : Math.floor(deviation);
  const found = new Map<number, number>();
  const put = (count: number, more: number) =>
    found.set(first + count, (found.get(first + count) ?? 0) + more);
  for (let start = 0; start < mass.length; start += width) {
    const end = Math.min(mass.length, start + width);
    let sum = 0;
    let moment = 0;
    for (let i = start; i < end; i++) {
      sum += mass[i]!;
      moment += (i - start) * mass[i]!;
    }
    const mean = start + (sum > 0 ? moment / sum : 0);
    const ends = [start, Math.min(end, mass.length - 1)] as const;
    const [low, high] = side === "pessimistic" ? ends : [Math.floor(mean), Math.ceil(mean)];
    const up = low === high ? 0 : Math.min(1, Math.max(0, (mean - low) / (high - low)));
    put(low, sum * (1 - up));
    put(high, sum * up);
  }
  const points = [...found].filter(([, each]) => each > 0).sort(([a], [b]) => a - b);
  return {
    count: Float64Array.from(points, ([count]) => count),
    mass: Float64Array.from(points, ([, each]) => each),
  };
}
