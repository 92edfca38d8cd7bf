import { BinomialTailRecurrence } from "../binomial-tail-recurrence.js";

/** Thresholds that are no further apart are walked to mass by mass. */
const NEAR = 3;

/** The segments of a row, the first `count` places. */
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
 * Of i + 1 contested reports those count that differ from the changed user's category in few: how few falls with the total of reports.
 *
 * Rows of i contested reports are asked for by falling i, each in segments of columns with the same threshold.
 */
export class ThresholdSegments {
  readonly #totals: Float64Array;
  readonly #perSpacing: number;
  /** x = e^-epsilon; of i + 1 reports those count of which fewer than ((i + 1) x - total perReport) / (1 + x) differ. */
  readonly #ratio: number;
  readonly #perReport: number;
  readonly #reports: number;
  /** One a column, so that each goes a way of small steps. */
  readonly #walks: readonly BinomialTailRecurrence[];
  readonly #segments: Segments;

  /** @param totals one a column: evenly spaced, but for the last one which may be nearer */
  constructor(totals: Float64Array, { localEpsilon, epsilon }: { localEpsilon: number; epsilon: number }) {
    this.#totals = totals;
    this.#perSpacing = 1 / (totals[1]! - totals[0]!);
    this.#ratio = Math.exp(-epsilon);
    // It keeps its accuracy where it is tiny.
    this.#perReport = (Math.exp(-localEpsilon) * -Math.expm1(-epsilon)) / -Math.expm1(-localEpsilon);
    this.#reports = 1 / this.#perReport;
    this.#walks = Array.from(totals, () => new BinomialTailRecurrence());
    this.#segments = {
      count: 0,
      start: new Int32Array(totals.length),
      end: new Int32Array(totals.length),
      massBelow: new Float64Array(totals.length),
      tail: new Float64Array(totals.length),
    };
  }

  /** The row's segments, until the next row is asked for; where there are none, nor are there in the rows below. */
  ofRow(i: number): Segments {
    const segments = this.#segments;
    segments.count = 0;
    let end = this.#columnsBeyond(i, -1);
    if (end === 0) return segments;
    let differing = this.#differingAt(i, end - 1);
    let { massBelow, tail } = this.#walkedTo(i, end - 1, differing);
    for (;;) {
      const start = this.#columnsBeyond(i, differing);
      if (start < end) {
        const at = segments.count++;
        segments.start[at] = start;
        segments.end[at] = end;
        segments.massBelow[at] = massBelow * BinomialTailRecurrence.UNIT;
        segments.tail[at] = tail * BinomialTailRecurrence.UNIT;
      }
      if (start === 0) return segments;
      end = start;
      const wanted = Math.max(differing + 1, this.#differingAt(i, end - 1));
      const isNear = wanted <= differing + NEAR && massBelow >= BinomialTailRecurrence.LEAST_MASS;
      if (!isNear) ({ massBelow, tail } = this.#walkedTo(i, end - 1, wanted));
      else {
        for (let j = differing + 1; j <= wanted; j++) {
          tail += massBelow;
          massBelow *= (i + 1 - j) / j;
        }
      }
      differing = wanted;
    }
  }

  #walkedTo(i: number, column: number, differing: number): BinomialTailRecurrence {
    const walk = this.#walks[column]!;
    walk.moveTo(i, i + 1 - differing);
    return walk;
  }

  /** How many of i + 1 may differ. */
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
