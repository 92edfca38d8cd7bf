import type { BinomialCells } from "../../../numerics/binomial-cells.js";

/** How fine coarsened cells must stay. */
export interface Coarsening {
  /** About how many cells to keep. */
  readonly maxCells: number;
  /** log of the integrand at a value, approximately. */
  logWeightAt(value: number): number;
  /** By how many nats the integrand may change within a cell, given its logarithm at the cell's start. */
  maxChange(logWeight: number): number;
}

/**
 * Relative loss below which cells are merged even if there are few. Valid at any value, as merged cells are
 * rounded to the safe side: half or twice as much moves an epsilon by less than 5e-5 of itself.
 */
const SMALL_LOSS = 2e-5;
/**
 * The cells serve the integrand to these powers. Valid at any: half or twice as many move an epsilon by less
 * than 1e-5 of itself.
 */
const POWERS = [0, 1 / 4, 1 / 2, 1];

/**
 * Merges neighbouring cells so that each loses about the same: the square root of mass times integrand times
 * width.
 */
export function coarsenCells(
  fine: BinomialCells,
  { maxCells, logWeightAt, maxChange }: Coarsening,
): BinomialCells {
  const { edges, masses } = fine;
  if (masses.length <= maxCells) return fine;
  const logWeights = masses.map((_, i) => logWeightAt(edges[i]!));
  const laws = POWERS.map((power) =>
    normalized(masses.map((mass, i) => Math.log(mass) + power * logWeights[i]!)),
  );
  const losses = masses.map((_, i) => {
    const mass = laws.reduce((most, law) => Math.max(most, law[i]!), 0);
    return Math.sqrt(mass * (edges[i + 1]! - edges[i]!));
  });
  const total = sumOf(losses);
  const budget = Math.max(total / maxCells, (SMALL_LOSS * edges[0]!) / total);
  const starts = [0];
  let loss = 0;
  for (let i = 0; i < masses.length; i++) {
    loss += losses[i]!;
    const before = logWeights[starts.at(-1)!]!;
    if (loss <= budget && Math.abs(logWeights[i]! - before) <= maxChange(before)) continue;
    if (i > 0) starts.push(i);
    loss = losses[i]!;
  }
  return {
    ...fine,
    edges: Float64Array.from([...starts.map((i) => edges[i]!), edges.at(-1)!]),
    masses: Float64Array.from(starts, (start, j) => sumOf(masses.subarray(start, starts[j + 1]))),
  };
}

function normalized(logs: Float64Array): Float64Array {
  const largest = logs.reduce((a, b) => Math.max(a, b), -Infinity);
  const shares = logs.map((log) => Math.exp(log - largest));
  const total = sumOf(shares);
  return shares.map((share) => share / total);
}

function sumOf(values: Float64Array): number {
  return values.reduce((a, b) => a + b, 0);
}
