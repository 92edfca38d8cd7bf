import { binomialCells } from "../../../numerics/binomial-cells.js";
import { bernoulliDivergence } from "../../../numerics/binomial-interval.js";

/** How many users take part in a round, given that anybody does, as a law on few counts. */
export interface ParticipantCounts {
  readonly counts: readonly number[];
  /** Of the law without its condition: their sum is the chance that anybody takes part, or a little more. */
  readonly logMasses: readonly number[];
  /** P(K >= 1). */
  readonly somebody: number;
}

/** More users only help, and sums over the count take too long beyond. */
const MOST_COUNTED_USERS = 1e12;
/** Counts are told apart up to this many cells, and stand at the lower end of theirs beyond. */
const MOST_CELLS = 4096;
const MOST_COUNTS = 192;
/** The chance of counts outside of the cells, on each side: some 12 standard deviations. */
const TAIL = 2 ** -108;
/** How much further from the mean each shell ends than the one before. */
const SHELL_GROWTH = 1.5;

/**
 * Counts whose expectations bound those of K ~ Bin(users, rate) from above, for functions that are convex and falling in K.
 *
 * Cells are split onto the ends of a coarser grid, their means kept; the counts past the cells stand at the last one, those below in
 * shells that get the mass of Chernoff's inequality at their lower ends.
 */
export function participantCounts(users: number, rate: number): ParticipantCounts {
  const trials = Math.min(users, MOST_COUNTED_USERS);
  const law = { trials, probability: rate, complement: 1 - rate };
  const { edges, masses } = binomialCells(law, { width: 1, mostCells: MOST_CELLS, tail: TAIL });
  const first = edges[0] === 0 ? 1 : 0; // no report, no divergence
  const stride = Math.ceil((masses.length - first) / MOST_COUNTS);
  const { counts, weights } = onCoarseGrid(edges.subarray(first, -1), masses.subarray(first), stride);
  weights[weights.length - 1]! += TAIL;
  const shells = lowerShells(trials, rate, counts[0]!);
  return {
    counts: [...shells.counts, ...counts],
    logMasses: [...shells.logMasses, ...weights.map(Math.log)],
    somebody: -Math.expm1(trials * Math.log1p(-rate)),
  };
}

/** Keeps every `stride`-th value and the last one, and splits the masses of those between onto their neighbours. */
function onCoarseGrid(
  values: Float64Array,
  masses: Float64Array,
  stride: number,
): { counts: number[]; weights: number[] } {
  const last = values.length - 1;
  const counts = Array.from({ length: Math.ceil(last / stride) + 1 }, (_, i) => {
    return values[Math.min(i * stride, last)]!;
  });
  const weights = counts.map(() => 0);
  for (let i = 0; i <= last; i++) {
    const below = Math.floor(i / stride);
    const gap = (counts[below + 1] ?? Infinity) - counts[below]!;
    const share = (values[i]! - counts[below]!) / gap;
    weights[below]! += masses[i]! * (1 - share);
    if (share > 0) weights[below + 1]! += masses[i]! * share;
  }
  return { counts, weights };
}

/** P(K <= r n) <= exp(-n KL(r || rate)); shells widen with the distance from the mean, and end at half of where they begin. */
function lowerShells(trials: number, rate: number, end: number): { counts: number[]; logMasses: number[] } {
  const mean = trials * rate;
  const counts: number[] = [];
  const logMasses: number[] = [];
  for (let above = end; above > 1; ) {
    const start = Math.floor(Math.max(above / 2, mean - SHELL_GROWTH * (mean - above)));
    counts.push(start);
    logMasses.push(-trials * bernoulliDivergence((above - 1) / trials, rate));
    above = start;
  }
  return { counts, logMasses };
}
