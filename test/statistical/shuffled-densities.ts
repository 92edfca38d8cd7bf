/**
 * Of one report: its likelihood under each record that the changed user may hold and under each of the
 * others' records, over any common one.
 */
export interface ReportLikelihoods {
  readonly own: readonly number[];
  readonly others: readonly number[];
}

/** Where the largest number of a recursion leaves this range, all are divided by it. */
const [SMALL, LARGE] = [1e-100, 1e100];

/**
 * Of all reports in any order, up to a common factor: the density with each of the changed user's records.
 *
 * It is the sum over all ways to hand one report to the changed user and `sizes[c]` reports to the holders of
 * the c-th record of the product of the likelihoods, which is a permanent: by a recursion over the reports,
 * with a state for each number of reports handed out so far to the holders of every record but the first, who
 * hold what is left. A state has a row of sums: without the changed user's report, and with it, by record.
 */
export function shuffledDensities(
  reports: readonly ReportLikelihoods[],
  sizes: readonly number[],
): Float64Array {
  const { states, strides, counts, totals } = statesOf(sizes);
  const width = 1 + reports[0]!.own.length;
  const sums = new Float64Array(states * width);
  sums[0] = 1;
  for (const [i, { own, others }] of reports.entries()) {
    const first = others[0]!;
    let largest = 0;
    for (let state = states - 1; state >= 0; state--) {
      if (totals[state]! > i + 1 || totals[state]! < i - sizes[0]!) continue; // none, or too few to end well
      const row = state * width;
      const without = sums[row]!;
      sums[row] = first * without;
      for (let k = 1; k < width; k++) sums[row + k] = first * sums[row + k]! + own[k - 1]! * without;
      for (let c = 0; c < strides.length; c++) {
        if (counts[c]![state] === 0) continue;
        const before = row - strides[c]! * width;
        const likelihood = others[c + 1]!;
        for (let k = 0; k < width; k++) sums[row + k]! += likelihood * sums[before + k]!;
      }
      for (let k = 0; k < width; k++) largest = Math.max(largest, sums[row + k]!);
    }
    if (largest > SMALL && largest < LARGE) continue;
    for (let k = 0; k < sums.length; k++) sums[k]! /= largest;
  }
  return sums.slice(-width + 1);
}

/** How many reports the holders of each record but the first have, and all of them, by state. */
interface States {
  readonly states: number;
  readonly strides: readonly number[];
  readonly counts: readonly Uint16Array[];
  readonly totals: Uint16Array;
}

const known = new Map<string, States>();

function statesOf(sizes: readonly number[]): States {
  const key = sizes.slice(1).join();
  const found = known.get(key) ?? newStates(sizes.slice(1));
  known.set(key, found);
  return found;
}

function newStates(sizes: readonly number[]): States {
  const strides = sizes.map((_, c) => sizes.slice(0, c).reduce((product, each) => product * (each + 1), 1));
  const states = sizes.reduce((product, size) => product * (size + 1), 1);
  const counts = sizes.map((size, c) =>
    Uint16Array.from({ length: states }, (_, state) => Math.floor(state / strides[c]!) % (size + 1)),
  );
  const totals = Uint16Array.from({ length: states }, (_, state) =>
    counts.reduce((sum, count) => sum + count[state]!, 0),
  );
  return { states, strides, counts, totals };
}
