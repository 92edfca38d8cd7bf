/**
 * Reports by how much likelier two records make them than a third law does, and the same of several
 * independent answers together: reports of equal ratios are one cell.
 */

/** Reports of equal likelihood ratios. */
export interface AnswerCell {
  /** Both records' masses over the first one, as powers of the answer's e^epsilon: -1, 0 or 1. */
  readonly powers: readonly [before: number, after: number];
  /** Of the third law, and of both records. */
  readonly masses: AnswerMasses;
}

/** Masses of a cell under a third law, and under both records. */
export type AnswerMasses = readonly [other: number, before: number, after: number];

/** An answer, of which there are several alike. */
export interface RepeatedCells {
  readonly cells: readonly AnswerCell[];
  readonly times: number;
}

/** The masses of all answers together. */
export function jointCells(parts: readonly RepeatedCells[]): readonly AnswerMasses[] {
  return parts
    .map(({ cells, times }) => alikeCells(cells, times))
    .reduce((joint, part) => joint.flatMap((one) => part.map((other) => product(one, other))));
}

/** Of several answers alike the powers add up. */
function alikeCells(cells: readonly AnswerCell[], times: number): readonly AnswerMasses[] {
  const keyed = cells.map(({ powers: [before, after], masses }) => ({
    key: before * (2 * times + 1) + after,
    masses,
  }));
  let sums = new Map<number, AnswerMasses>([[0, [1, 1, 1]]]);
  for (let time = 0; time < times; time++) {
    const found = new Map<number, AnswerMasses>();
    for (const [sum, masses] of sums) {
      for (const one of keyed) {
        const both = sum + one.key;
        const more = product(masses, one.masses);
        const known = found.get(both);
        found.set(both, known === undefined ? more : added(known, more));
      }
    }
    sums = found;
  }
  return [...sums.values()];
}

/** How many different sums of powers there are at most. */
export function mostJointCells(parts: readonly RepeatedCells[]): number {
  return parts.reduce((cells, { cells: ofOne, times }) => {
    const sums = [0, 1].map((i) => times * spanOf(ofOne.map(({ powers }) => powers[i]!)) + 1);
    return cells * Math.min(sums[0]! * sums[1]!, compositions(times, ofOne.length));
  }, 1);
}

function spanOf(values: readonly number[]): number {
  return Math.max(...values) - Math.min(...values);
}

/** How many ways there are to write a number as an ordered sum. */
function compositions(number: number, terms: number): number {
  let ways = 1;
  for (let i = 1; i < terms; i++) ways *= (number + i) / i;
  return ways;
}

function product(one: AnswerMasses, other: AnswerMasses): AnswerMasses {
  return [one[0] * other[0], one[1] * other[1], one[2] * other[2]];
}

function added(one: AnswerMasses, other: AnswerMasses): AnswerMasses {
  return [one[0] + other[0], one[1] + other[1], one[2] + other[2]];
}
