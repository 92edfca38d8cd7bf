import { BinomialTailRecurrence } from "../../clones/binomial-tail-recurrence.js";

/**
 * Between thresholds that are no further apart tails are updated mass by mass. Valid at any number, as both
 * ways are: a third or twice as much changes neither a figure nor the time; at 0 a figure takes up to 1.4
 * times as long.
 */
const NEAR = 3;

/** The segments of a row: the first `count` entries of each array. */
export interface Segments {
  count: number;
  /** The columns start <= j < end. */
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** P(Bin(i, 1/2) = threshold - 1) in each of these. */
  readonly massBelow: Float64Array;
  /** P(Bin(i, 1/2) >= threshold). */
  readonly tail: Float64Array;
}

/**
 * The terms of a row i of two-category counts that are positive: those where at most `threshold` of i + 1
 * two-category reports name the other category than the changed user's. That threshold falls with the total
 * of blanket reports, a column each: columns with the same threshold form a segment. Rows must be visited by
 * falling i.
 */
export class ThresholdSegments {
  readonly #totals: Float64Array;
  readonly #perSpacing: number;
  /**
   * x = e^-epsilon: a term is positive where fewer than ((i + 1) x - total perReport) / (1 + x) of i + 1
   * reports differ.
   */
  readonly #ratio: number;
  readonly #perReport: number;
  readonly #reports: number;
  /** One for each column, so that each takes small steps. */
  readonly #tails: readonly BinomialTailRecurrence[];
  readonly #segments: Segments;

  /** @param totals one for each column: evenly spaced, except that the last gap may be smaller */
  constructor(totals: Float64Array, { localEpsilon, epsilon }: { localEpsilon: number; epsilon: number }) {
    this.#totals = totals;
    this.#perSpacing = 1 / (totals[1]! - totals[0]!);
    this.#ratio = Math.exp(-epsilon);
    // accurate even where it is tiny
    this.#perReport = (Math.exp(-localEpsilon) * -Math.expm1(-epsilon)) / -Math.expm1(-localEpsilon);
    this.#reports = 1 / this.#perReport;
    this.#tails = Array.from(totals, () => new BinomialTailRecurrence());
    this.#segments = {
      count: 0,
      start: new Int32Array(totals.length),
      end: new Int32Array(totals.length),
      massBelow: new Float64Array(totals.length),
      tail: new Float64Array(totals.length),
    };
  }

  /** The row's segments, valid until the next call; if there are none, nor are there in rows of smaller i. */
  ofRow(i: number): Segments {
    const segments = this.#segments;
    segments.count = 0;
    let end = this.#columnsBeyond(i, -1);
    if (end === 0) return segments;
    let differing = this.#differingAt(i, end - 1);
    let { massBelow, tail } = this.#tailAt(i, end - 1, differing);
    for (;;) {
      const start = this.#columnsBeyond(i, differing);
      if (start < end) {
        const at = segments.count++;
        segments.start[at] = start;
        segments.end[at] = end;
        segments.massBelow[at] = massBelow;
        segments.tail[at] = tail;
      }
      if (start === 0) return segments;
      end = start;
      const threshold = Math.max(differing + 1, this.#differingAt(i, end - 1));
      const isNear = threshold <= differing + NEAR && massBelow >= BinomialTailRecurrence.MIN_MASS;
      if (!isNear) ({ massBelow, tail } = this.#tailAt(i, end - 1, threshold));
      else {
        for (let j = differing + 1; j <= threshold; j++) {
          tail += massBelow;
          massBelow *= (i + 1 - j) / j;
        }
      }
      differing = threshold;
    }
  }

  #tailAt(i: number, column: number, differing: number): BinomialTailRecurrence {
    const tail = this.#tails[column]!;
    tail.moveTo(i, i + 1 - differing);
    return tail;
  }

  /** How many of i + 1 reports may differ. */
  #differingAt(i: number, column: number): number {
    const most = (i + 1) * this.#ratio - this.#totals[column]! * this.#perReport;
    return Math.max(0, Math.ceil(most / (1 + this.#ratio)) - 1);
  }

  /** The number of columns, from the first on, in which more than `differing` may. */
  #columnsBeyond(i: number, differing: number): number {
    const last = this.#totals.length - 1;
    const below = ((i + 1) * this.#ratio - (differing + 1) * (1 + this.#ratio)) * this.#reports;
    if (!(below > this.#totals[0]!)) return 0;
    if (below > this.#totals[last]!) return last + 1;
    return Math.min(last, Math.ceil((below - this.#totals[0]!) * this.#perSpacing));
  }
}
