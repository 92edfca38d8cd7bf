import { logExpm1 } from "../../../numerics/log-expm1.js";
import { logOnePlus, NEGLIGIBLE, scaledExcess } from "./scaled-excess.js";

/**
 * 1 + sum of e^logWeight (e^gain - 1), gains >= 0: to full relative accuracy near 1, and beyond the doubles'
 * range.
 */
export class ExcessSum {
  #scale = 0;
  #sum = 0;
  #logLargest = -Infinity;

  add(logWeight: number, gain: number): void {
    this.#addTerm(logWeight, gain, logWeight + logExpm1(gain));
  }

  /**
   * Adds the terms k = first..last of a weight that falls with k and a convex gain, computing only those that
   * count: between two places a term is at most the weight at the first of them times the larger excess of
   * the two; what may count is halved.
   */
  addRange(first: number, last: number, terms: ExcessTerms): void {
    const added = (k: number): Term => {
      const logWeight = terms.logWeight(k);
      const gain = terms.gain(k);
      const logExcess = logExpm1(gain);
      this.#addTerm(logWeight, gain, logWeight + logExcess);
      return { k, logWeight, logExcess };
    };
    const addBetween = (low: Term, high: Term): void => {
      if (high.k - low.k < 2) return;
      const most = low.logWeight + Math.max(low.logExcess, high.logExcess);
      if (most === -Infinity || most < this.#logLargest + NEGLIGIBLE) return;
      const middle = added((low.k + high.k) >> 1);
      addBetween(low, middle);
      addBetween(middle, high);
    };
    const end = added(last);
    if (first < last) addBetween(added(first), end);
  }

  /** log of the sum alone. */
  get logExcess(): number {
    return Math.log(this.#sum) + this.#scale;
  }

  /** log of 1 + the sum. */
  get log(): number {
    return logOnePlus(this.#sum, this.#scale);
  }

  #addTerm(logWeight: number, gain: number, logTerm: number): void {
    this.#logLargest = Math.max(this.#logLargest, logTerm);
    if (logTerm > this.#scale + 500) {
      // The scale follows terms long before they leave the doubles.
      this.#sum *= Math.exp(this.#scale - logTerm);
      this.#scale = logTerm;
    }
    this.#sum += scaledExcess(logWeight, gain, this.#scale);
  }
}

export interface ExcessTerms {
  logWeight(k: number): number;
  gain(k: number): number;
}

interface Term {
  readonly k: number;
  readonly logWeight: number;
  readonly logExcess: number;
}
