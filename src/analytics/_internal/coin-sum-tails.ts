import { type BinomialLaw, binomialCells } from "../../numerics/binomial-cells.js";
import { convolved } from "../../numerics/convolved.js";

/** Mass that each binomial law may leave out on each side; far below any tail that an interval needs. */
const LEFT_OUT = 1e-14;

/**
 * Tails of a sum of independent binomials, each an upper bound: above the true one by less than 1e-12 for few
 * users, 1e-10 for ten million.
 */
export interface Tails {
  /** P(sum <= count). */
  readonly atMost: number;
  /** P(sum >= count). */
  readonly atLeast: number;
}

/** The masses of consecutive values from `first` on, but for tails. */
export interface CountLaw {
  readonly first: number;
  readonly masses: Float64Array;
  /** What is left out on each side is at most this. */
  readonly leftOut: number;
  readonly relativeError: number;
}

/**
 * The probabilities that a sum of two binomials, and of a third count, stays at or below `count`, and that it
 * reaches it; the time grows like the laws' deviations, with a third like the product of two of them.
 */
export function coinSumTails(count: number, one: BinomialLaw, other: BinomialLaw, third?: CountLaw): Tails {
  const outer = lawOf(one);
  const inner = third === undefined ? lawOf(other) : sumOf(lawOf(other), third);
  const below = cumulated(inner.masses);
  const massBelow = (end: number): number =>
    below[Math.max(0, Math.min(below.length - 1, end - inner.first))]!;
  const all = below.at(-1)!;
  let atMost = 0;
  let atLeast = 0;
  outer.masses.forEach((mass, index) => {
    const rest = count - outer.first - index;
    atMost += mass * massBelow(rest + 1);
    atLeast += mass * (all - massBelow(rest));
  });
  const slack = 2 * (outer.leftOut + inner.leftOut) + 2 * (outer.relativeError + inner.relativeError);
  return { atMost: atMost + slack, atLeast: atLeast + slack };
}

/** A binomial count's law. */
export function lawOf(law: BinomialLaw): CountLaw {
  const { edges, masses, relativeError } = binomialCells(law, { width: 1, tail: LEFT_OUT });
  return { first: edges[0]!, masses, leftOut: LEFT_OUT, relativeError };
}

/** The law of an independent sum. */
export function sumOf(one: CountLaw, other: CountLaw): CountLaw {
  const terms = Math.min(one.masses.length, other.masses.length);
  return {
    first: one.first + other.first,
    masses: convolved(one.masses, other.masses),
    leftOut: one.leftOut + other.leftOut,
    relativeError: one.relativeError + other.relativeError + (terms + 2) * Number.EPSILON,
  };
}

/** The mass below each edge. */
function cumulated(masses: Float64Array): Float64Array {
  const below = new Float64Array(masses.length + 1);
  masses.forEach((mass, index) => {
    below[index + 1] = below[index]! + mass;
  });
  return below;
}
