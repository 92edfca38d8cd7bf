/**
 * Of one report: its likelihood under both of the changed user's records and under each of the others'
 * records, over any common one.
 */
export interface ReportLikelihoods {
  readonly record: number;
  readonly replacement: number;
  readonly others: readonly number[];
}

/** Of all reports in any order, up to a common factor: on the two data sets. */
export interface ShuffledDensities {
  readonly p: number;
  readonly q: number;
}

/**
 * The sum over all ways to hand one report to the changed user and `sizes[c]` reports to the holders of the
 * c-th record of the product of the likelihoods, which is a permanent: by a recursion over the reports, with
 * a state for each number of reports handed out so far to the holders of every record but the first, who hold
 * what is left.
 */
export function shuffledDensities(
  reports: readonly ReportLikelihoods[],
  sizes: readonly number[],
): ShuffledDensities {
  const { states, strides, counts, totals } = statesOf(sizes);
  const [nobody, p, q] = [0, 0, 0].map(() => new Float64Array(states)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  nobody[0] = 1;
  for (const [i, { record, replacement, others }] of reports.entries()) {
    const first = others[0]!;
    let largest = 0;
    for (let state = states - 1; state >= 0; state--) {
      if (totals[state]! > i + 1 || totals[state]! < i - sizes[0]!) continue; // none, or too few to end well
      let none = first * nobody[state]!;
      let one = first * p[state]! + record * nobody[state]!;
      let other = first * q[state]! + replacement * nobody[state]!;
      for (let c = 0; c < strides.length; c++) {
        if (counts[c]![state] === 0) continue;
        const before = state - strides[c]!;
        const likelihood = others[c + 1]!;
        none += likelihood * nobody[before]!;
        one += likelihood * p[before]!;
        other += likelihood * q[before]!;
      }
      nobody[state] = none;
      p[state] = one;
      q[state] = other;
      largest = Math.max(largest, none, one, other);
    }
    for (let state = 0; state < states; state++) {
      nobody[state]! /= largest;
      p[state]! /= largest;
      q[state]! /= largest;
    }
  }
  return { p: p[states - 1]!, q: q[states - 1]! };
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
