import { firstIntegerWhere } from "../../numerics/first-integer-where.js";
import { checkNumber, checkOptions, wrongShape } from "../../validate.js";
import type { Scores } from "../scores.js";

/** The plays with a score of `from` or more. */
export interface Cut {
  readonly from: number;
  readonly absent: number;
  readonly present: number;
}

/** Scores in order, for questions about how many lie beyond a threshold. */
export class SortedScores {
  readonly #absent: Float64Array;
  readonly #present: Float64Array;
  readonly #all: Float64Array;

  constructor(where: string, scores: Scores) {
    const { absent, present } = checkOptions(where, scores, "scores");
    this.#absent = sorted(`${where}: scores.absent`, absent);
    this.#present = sorted(`${where}: scores.present`, present);
    this.#all = new Float64Array(absent.length + present.length);
    this.#all.set(this.#absent);
    this.#all.set(this.#present, absent.length);
    this.#all.sort();
    checkNumber(`${where}: the number of scores`, this.count, { min: 1, integer: true });
  }

  get count(): number {
    return this.#all.length;
  }

  get absent(): number {
    return this.#absent.length;
  }

  get present(): number {
    return this.#present.length;
  }

  /**
   * The highest scores, as many as given but for ties: of the two places that part unequal scores, the
   * nearest.
   */
  cut(size: number): Cut {
    const all = this.#all;
    const tied = all[all.length - Math.floor(size)];
    if (tied === undefined) return this.#at(all.length);
    const start = countBelow(all, tied);
    const end = countUpTo(all, tied);
    const wanted = all.length - size;
    return this.#at(wanted - start < end - wanted ? start : end);
  }

  /** The plays with at least this score. */
  from(threshold: number): Cut {
    return this.#at(countBelow(this.#all, threshold));
  }

  #at(place: number): Cut {
    const from = this.#all[place];
    if (from === undefined) return { from: Infinity, absent: 0, present: 0 };
    return {
      from,
      absent: this.absent - countBelow(this.#absent, from),
      present: this.present - countBelow(this.#present, from),
    };
  }
}

function sorted(name: string, values: Float64Array): Float64Array {
  if (!(values instanceof Float64Array)) throw wrongShape(name, values, "a Float64Array");
  const copy = values.slice().sort();
  if (Number.isNaN(copy.at(-1))) throw wrongShape(name, Number.NaN, "without NaN");
  return copy;
}

function countBelow(ascending: Float64Array, value: number): number {
  return firstIntegerWhere((index) => ascending[index]! >= value, 0, ascending.length);
}

function countUpTo(ascending: Float64Array, value: number): number {
  return firstIntegerWhere((index) => ascending[index]! > value, 0, ascending.length);
}
