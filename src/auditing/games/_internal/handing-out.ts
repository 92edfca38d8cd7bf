/** Steps of a round beyond which likelihoods of mixed cohorts are not computed. */
const MAX_STEPS = 2 ** 16;

/** Whether a round of this number of users is quick. */
export function isHandedOutQuickly(groups: readonly number[], users: number): boolean {
  return statesOf(groups) * users * groups.length <= MAX_STEPS;
}

/** One group has what is left; the largest. */
function statesOf(groups: readonly number[]): number {
  const states = groups.reduce((product, size) => product * (size + 1), 1);
  return states / (Math.max(...groups) + 1);
}

/** Of one report, by holder: the changed user's record, what stands in its place, the groups of others. */
type Likelihoods = readonly number[];

/** A group but the largest. */
interface CountedGroup {
  readonly group: number;
  readonly size: number;
  /** Distance of the states in which it has one report more. */
  readonly stride: number;
}

/**
 * The likelihood ratio of shuffled reports: sums over all ways to hand them to different users, by a
 * recursion over the reports with a state for each number of reports that the groups but the largest have so
 * far. A further report of a group goes to any of those of it who have none.
 */
export class HandingOut {
  readonly #largest: number;
  readonly #size: number;
  readonly #counted: readonly CountedGroup[];
  /** By state the reports of each counted group, and of all. */
  readonly #had: readonly (readonly number[])[];
  readonly #total: readonly number[];
  /** Sums over the ways in which the changed user has no report, has one as `present`, as `absent`. */
  readonly #neither: Float64Array;
  readonly #present: Float64Array;
  readonly #absent: Float64Array;

  constructor(groups: readonly number[]) {
    this.#size = Math.max(...groups);
    this.#largest = groups.indexOf(this.#size);
    let stride = 1;
    this.#counted = groups.flatMap((size, group) => {
      if (group === this.#largest) return [];
      const counted = { group, size, stride };
      stride *= size + 1;
      return [counted];
    });
    this.#had = Array.from({ length: stride }, (_, state) =>
      this.#counted.map((each) => Math.floor(state / each.stride) % (each.size + 1)),
    );
    this.#total = this.#had.map((each) => each.reduce((sum, count) => sum + count, 0));
    this.#neither = new Float64Array(stride);
    this.#present = new Float64Array(stride);
    this.#absent = new Float64Array(stride);
  }

  /** The log-likelihood ratio; 0 where all products underflow. */
  score(reports: readonly Likelihoods[]): number {
    const tables = [this.#neither, this.#present, this.#absent];
    for (const table of tables) table.fill(0);
    this.#neither[0] = 1;
    for (let handed = 0; handed < reports.length; handed++) {
      const most = this.#hand(reports[handed]!, handed);
      if (most === 0) return 0;
      for (const table of tables) for (let state = 0; state < table.length; state++) table[state]! /= most;
    }
    const away = sumOf(this.#neither);
    const present = away + sumOf(this.#present);
    const absent = away + sumOf(this.#absent);
    return present === absent ? 0 : Math.log(present) - Math.log(absent);
  }

  /** The next report; returns the largest sum. */
  #hand(likelihoods: Likelihoods, handed: number): number {
    const own = likelihoods[2 + this.#largest]!;
    let most = 0;
    for (let state = this.#neither.length - 1; state >= 0; state--) {
      const before = this.#neither[state]!;
      const free = this.#size - (handed - this.#total[state]!);
      let neither = before * own * Math.max(0, free);
      // The changed user has one of those that were handed out.
      let present = this.#present[state]! * own * (free + 1) + before * likelihoods[0]!;
      let absent = this.#absent[state]! * own * (free + 1) + before * likelihoods[1]!;
      for (let c = 0; c < this.#counted.length; c++) {
        const { group, size, stride } = this.#counted[c]!;
        const count = this.#had[state]![c]!;
        if (count === 0) continue;
        const weight = likelihoods[2 + group]! * (size - count + 1);
        neither += this.#neither[state - stride]! * weight;
        present += this.#present[state - stride]! * weight;
        absent += this.#absent[state - stride]! * weight;
      }
      this.#neither[state] = neither;
      this.#present[state] = present;
      this.#absent[state] = absent;
      most = Math.max(most, neither, present, absent);
    }
    return most;
  }
}

function sumOf(table: Float64Array): number {
  return table.reduce((total, each) => total + each, 0);
}
