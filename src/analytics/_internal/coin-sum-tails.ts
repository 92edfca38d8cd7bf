import { type BinomialCells, type BinomialLaw, binomialCells } from "../../numerics/binomial-cells.js";

/** Mass that each binomial law may leave out on each side; far below any tail that an interval needs. */
const LEFT_OUT = 1e-14;

/** Tails of a sum of two independent binomials, each an upper bound: above the true one by less than 1e-12 for few users, 1e-10 for ten million. */
export interface Tails {
  /** P(sum <= count). */
  readonly atMost: number;
  /** P(sum >= count). */
  readonly atLeast: number;
}

/** The probabilities that Bin + Bin' stays at or below `count`, and that it reaches it; the time grows like the laws' deviations. */
export function coinSumTails(count: number, one: BinomialLaw, other: BinomialLaw): Tails {
  const [outer, inner] = [one, other].map((law) => binomialCells(law, { width: 1, tail: LEFT_OUT }));
  const below = cumulated(inner!);
  const first = inner!.edges[0]!;
  const massBelow = (end: number): number => below[Math.max(0, Math.min(below.length - 1, end - first))]!;
  const all = below.at(-1)!;
  let atMost = 0;
  let atLeast = 0;
  outer!.masses.forEach((mass, cell) => {
    const rest = count - outer!.edges[cell]!;
    atMost += mass * massBelow(rest + 1);
    atLeast += mass * (all - massBelow(rest));
  });
  const slack = 4 * LEFT_OUT + 2 * (outer!.relativeError + inner!.relativeError);
  return { atMost: atMost + slack, atLeast: atLeast + slack };
}

/** The mass below each edge. */
function cumulated({ masses }: BinomialCells): Float64Array {
  const below = new Float64Array(masses.length + 1);
  masses.forEach((mass, cell) => {
    below[cell + 1] = below[cell]! + mass;
  });
  return below;
}
