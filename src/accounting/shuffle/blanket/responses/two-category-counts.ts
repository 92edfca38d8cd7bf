import { type BinomialCells, type BinomialLaw, binomialCells } from "../../../../numerics/binomial-cells.js";

/**
 * The joint law of the number of blanket reports, in cells, and of those of them in either of two categories,
 * one by one.
 */
export interface TwoCategoryCounts {
  /** Edges of the cells of the number of blanket reports, rising; one column each. */
  readonly edges: Float64Array;
  /** The two-category count of the first row; it rises by one from row to row. */
  readonly first: number;
  readonly rows: number;
  /**
   * Row by row, then an empty row: a cell's mass times the two-category count's, given the cell's lower end.
   */
  readonly atLowerEnds: Float64Array;
  /** The same, given its upper end; the same object where cells are single values. */
  readonly atUpperEnds: Float64Array;
  /** Bound of every mass's relative error. */
  readonly relativeError: number;
  /**
   * The mass left out, of the cells and of the two-category counts given any of them, is at most this on each
   * side.
   */
  readonly tail: number;
}

/**
 * Approximate rows times columns where cells are single values, and where they are not: then every column
 * has thresholds of its own. Valid at any two: half of the first raises a delta by up to 0.3 %, in half the
 * time. Half of the second raises an epsilon by up to 2e-4 of itself, in half the time; twice as much lowers
 * it by up to 1e-4, in 1.5 times the time.
 */
const MAX_TERMS = { single: 1e6, wide: 3e5 };

/**
 * The two counts' joint law as tables.
 *
 * @param blanket law of the number of blanket reports
 * @param inEither probability that a blanket report names either of the two categories
 * @param cut.width least width of a cell
 * @param cut.tail mass that may be left out on each side
 */
export function twoCategoryCounts(
  blanket: BinomialLaw,
  inEither: Omit<BinomialLaw, "trials">,
  cut: { readonly width: number; readonly tail: number },
): TwoCategoryCounts {
  const given = (trials: number) => binomialCells({ trials, ...inEither }, { width: 1, tail: cut.tail });
  const typical = given(Math.ceil(blanket.trials * blanket.probability));
  const cellsFor = (maxTerms: number) =>
    binomialCells(blanket, { ...cut, maxCells: Math.ceil(maxTerms / typical.masses.length) });
  const single = cellsFor(MAX_TERMS.single);
  // Beyond tails of 200 nats there are more rows, and cells are wider still.
  const wide = MAX_TERMS.wide * Math.min(1, 200 / -Math.log(cut.tail));
  const cells = single.edges[1]! - single.edges[0]! > 1 ? cellsFor(wide) : single;
  const columns = Array.from(cells.edges, given);
  const first = columns.reduce((least, { edges }) => Math.min(least, edges[0]!), Infinity);
  const rows = columns.reduce((most, { edges }) => Math.max(most, edges.at(-1)!), 0) - first;
  const { masses, edges } = cells;
  const singles = masses.map((mass, i) => (edges[i + 1] === edges[i]! + 1 ? mass : 0));
  const others = masses.map((mass, i) => mass - singles[i]!);
  const table = (weights: Float64Array) => tableOf(columns, weights, { first, rows });
  const atLowerEnds = table(Float64Array.from([...masses, 0]));
  return {
    edges,
    first,
    rows,
    atLowerEnds,
    atUpperEnds: others.some((mass) => mass > 0)
      ? table(Float64Array.from([...singles, 0], (mass, i) => mass + (others[i - 1] ?? 0)))
      : atLowerEnds,
    relativeError:
      columns.reduce((sum, column) => Math.max(sum, column.relativeError), 0) + cells.relativeError,
    tail: cut.tail,
  };
}

function tableOf(
  columns: readonly BinomialCells[],
  weights: Float64Array,
  { first, rows }: { readonly first: number; readonly rows: number },
): Float64Array {
  const table = new Float64Array((rows + 1) * columns.length);
  for (const [column, { edges, masses }] of columns.entries()) {
    const start = (edges[0]! - first) * columns.length + column;
    for (let i = 0; i < masses.length; i++) table[start + i * columns.length] = weights[column]! * masses[i]!;
  }
  return table;
}
