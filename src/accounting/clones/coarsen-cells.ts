import type { BinomialCells } from "../../numerics/binomial-cells.js";

export interface Merging {
  /** About how many cells there may be. */
  readonly mostCells: number;
  /** log of what values count for beside their masses, about. */
  logWeightAt(value: number): number;
  /** By how many nats the weight may change within a cell, from its size at the cell's start. */
  mayChange(logWeight: number): number;
}

/** What cells may lose, relatively, where they are fewer than there could be. */
const SMALL_LOSS = 2e-5;
/** Shares of the weights' logarithms at which cells are to lose little. */
const SHARES = [0, 1 / 4, 1 / 2, 1];

/** Cells merged where that loses about the same each, which is mass times width, masses counting times their weights. */
export function coarsenCells(
  fine: BinomialCells,
  { mostCells, logWeightAt, mayChange }: Merging,
): BinomialCells {
  const { edges, masses } = fine;
  if (masses.length <= mostCells) return fine;
  const logWeights = masses.map((_, i) => logWeightAt(edges[i]!));
  const laws = SHARES.map((share) =>
    normalized(masses.map((mass, i) => Math.log(mass) + share * logWeights[i]!)),
  );
  const losses = masses.map((_, i) => {
    const mass = laws.reduce((most, law) => Math.max(most, law[i]!), 0);
    return Math.sqrt(mass * (edges[i + 1]! - edges[i]!));
  });
  const total = sumOf(losses);
  const budget = Math.max(total / mostCells, (SMALL_LOSS * edges[0]!) / total);
  const starts = [0];
  let loss = 0;
  for (let i = 0; i < masses.length; i++) {
    loss += losses[i]!;
    const before = logWeights[starts.at(-1)!]!;
    if (loss <= budget && Math.abs(logWeights[i]! - before) <= mayChange(before)) continue;
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
