import { type BinomialCells, type BinomialLaw, binomialCells } from "../../../numerics/binomial-cells.js";

/** The joint law of two counts: one in cells, and given it how many of them are contested, one by one. */
export interface TwoCategoryCounts {
  /** Values of the count in cells; one column each, rising. */
  readonly edges: Float64Array;
  /** The contested count of the first row; they rise by one. */
  readonly first: number;
  readonly rows: number;
  /** Row by row, and an empty one: a cell's mass times the contested count's, given the cell's lower end. */
  readonly atLowerEnds: Float64Array;
  /** The same, given its upper end; the same object where cells are single values. */
  readonly atUpperEnds: Float64Array;
  /** Bound of every mass's relative error. */
  readonly relativeError: number;
  /** Mass left out, of the cells and of the contested counts given any of them, is at most this on each side. */
  readonly tail: number;
}

/** Rows times columns, about, where cells are single values, and where they are not: every column then has thresholds of its own. */
const MOST_TERMS = { single: 1e6, wide: 3e5 };
/** Rows that tails of so many nats make; where there are more, cells are wider still. */
const USUAL_NATS = 200;

/**
 * @param cut.width the least width of a cell
 * @param cut.tail the mass that may be left out
 */
export function twoCategoryCounts(
  law: BinomialLaw,
  contest: Omit<BinomialLaw, "trials">,
  cut: { readonly width: number; readonly tail: number },
): TwoCategoryCounts {
  const given = (trials: number) => binomialCells({ trials, ...contest }, { width: 1, tail: cut.tail });
  const typical = given(Math.ceil(law.trials * law.probability));
  const cellsFor = (mostTerms: number) =>
    binomialCells(law, { ...cut, mostCells: Math.ceil(mostTerms / typical.masses.length) });
  const single = cellsFor(MOST_TERMS.single);
  const wide = MOST_TERMS.wide * Math.min(1, USUAL_NATS / -Math.log(cut.tail));
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
