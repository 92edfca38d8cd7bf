/**
 * A sum of positive terms given by their logarithms, which neither overflows nor underflows; infinite once a
 * term is.
 */
export class LogSum {
  #largest = -Infinity;
  #scaled = 0;

  add(logTerm: number): void {
    if (logTerm <= this.#largest) {
      if (logTerm > -Infinity && this.#largest < Infinity) this.#scaled += Math.exp(logTerm - this.#largest);
      return;
    }
    this.#scaled = this.#scaled * Math.exp(this.#largest - logTerm) + 1;
    this.#largest = logTerm;
  }

  /** log of the largest term so far; -Infinity while there is none. */
  get logLargest(): number {
    return this.#largest;
  }

  /** log of the sum; -Infinity while it is empty. */
  get log(): number {
    return this.#largest + Math.log(this.#scaled);
  }
}
