import type { CellGaps } from "./cell-gaps.js";

/**
 * By how much to lower the raised profile at each lattice point, so that its interpolation is nowhere above the atoms' profile.
 *
 * About the larger gap of the two cells beside the point; but no more than keeps the profile above zero on the right, and above
 * the straight line of a law without spread on the left, because what is lowered beyond that would be lost mass or lost mean.
 * The last pass makes every cell right whatever came before: c_k (1 - u) + c_{k+1} u >= gap(u).
 */
export function loweringsOf(gaps: CellGaps, raised: Float64Array, step: number): Float64Array {
  const last = raised.length - 1;
  const lowered = new Float64Array(raised.length);
  const put = putsOf(raised, step);
  const call = callsOf(raised, step);
  for (let k = 1; k < last; k++) {
    const wanted = Math.max(
      largestGap(gaps, k - 1),
      largestGap(gaps, k),
      neededAtEnd(gaps, k - 1, lowered[k - 1]!),
    );
    lowered[k] = Math.min(put[k]!, wanted);
  }
  for (let k = last - 1; k >= 0; k--) {
    lowered[k] = Math.max(Math.min(lowered[k]!, call[k]!), neededAtStart(gaps, k, lowered[k + 1]!));
  }
  return lowered;
}

function largestGap({ gap, cellStart }: CellGaps, cell: number): number {
  let largest = 0;
  for (let i = cellStart[cell]!; i < cellStart[cell + 1]!; i++) largest = Math.max(largest, gap[i]!);
  return largest;
}

/** The least lowering at the cell's end, given the one at its start. */
function neededAtEnd({ gap, place, cellStart }: CellGaps, cell: number, atStart: number): number {
  let needed = 0;
  for (let i = cellStart[cell]!; i < cellStart[cell + 1]!; i++) {
    if (gap[i]! > 0) needed = Math.max(needed, (gap[i]! - atStart * (1 - place[i]!)) / place[i]!);
  }
  return needed;
}

/** The least lowering at the cell's start, given the one at its end. */
function neededAtStart({ gap, place, cellStart }: CellGaps, cell: number, atEnd: number): number {
  let needed = 0;
  for (let i = cellStart[cell]!; i < cellStart[cell + 1]!; i++) {
    if (gap[i]! > 0 && place[i]! < 1)
      needed = Math.max(needed, (gap[i]! - atEnd * place[i]!) / (1 - place[i]!));
  }
  return needed;
}

/** The profile at each lattice point. */
function callsOf(mass: Float64Array, step: number): Float64Array {
  const calls = new Float64Array(mass.length);
  let slope = 0;
  for (let k = mass.length - 2; k >= 0; k--) {
    slope = slope * Math.exp(-step) + mass[k + 1]!;
    calls[k] = calls[k + 1]! - slope * Math.expm1(-step);
  }
  return calls;
}

/** The profile's excess over the straight line that it follows left of the law, at each lattice point. */
function putsOf(mass: Float64Array, step: number): Float64Array {
  const puts = new Float64Array(mass.length);
  let slope = 0;
  for (let k = 1; k < mass.length; k++) {
    slope = slope * Math.exp(step) + mass[k - 1]!;
    puts[k] = puts[k - 1]! + slope * Math.expm1(step);
  }
  return puts;
}
