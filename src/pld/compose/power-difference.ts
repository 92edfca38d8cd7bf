/**
 * The difference of two products of powers of transforms, of which one's factors are the other's and a little
 * more: (re, im) pairs throughout.
 */
export class PowerDifference {
  /** Logarithms of both products, as (log radius, angle). */
  readonly #usual: Float64Array;
  readonly #whole: Float64Array;
  /** The logarithm of their quotient; NaN where what is added is not small beside the factor. */
  readonly #quotient: Float64Array;

  /** @param size numbers of a spectrum, two for each frequency */
  constructor(size: number) {
    this.#usual = new Float64Array(size);
    this.#whole = new Float64Array(size);
    this.#quotient = new Float64Array(size);
  }

  /** Multiplies by usual^times, and by (usual + more)^times. */
  multiply(usual: Float64Array, more: Float64Array, times: number): void {
    for (let i = 0; i < usual.length; i += 2) {
      const re = usual[i]!;
      const im = usual[i + 1]!;
      const moreRe = more[i]!;
      const moreIm = more[i + 1]!;
      addLog(this.#usual, i, re, im, times);
      addLog(this.#whole, i, re + moreRe, im + moreIm, times);
      const square = re * re + im * im;
      const isSmall = moreRe * moreRe + moreIm * moreIm <= 0.25 * square; // the square of half of a factor
      if (!isSmall || square === 0) {
        this.#quotient[i] = Number.NaN;
        continue;
      }
      const ratioRe = (moreRe * re + moreIm * im) / square;
      const ratioIm = (moreIm * re - moreRe * im) / square;
      this.#quotient[i]! += (times / 2) * Math.log1p(2 * ratioRe + ratioRe * ratioRe + ratioIm * ratioIm);
      this.#quotient[i + 1]! += times * Math.atan2(ratioIm, 1 + ratioRe);
    }
  }

  /** The product with what was added, less the one without. */
  difference(): Float64Array {
    const out = new Float64Array(this.#usual.length);
    for (let i = 0; i < out.length; i += 2) {
      if (Math.hypot(this.#quotient[i]!, this.#quotient[i + 1]!) <= 1) this.#putByQuotient(out, i);
      else this.#putByBoth(out, i);
    }
    return out;
  }

  /** usual (e^quotient - 1), without cancellation. */
  #putByQuotient(out: Float64Array, i: number): void {
    const radius = Math.exp(this.#usual[i]!);
    if (radius === 0) return;
    const angle = this.#usual[i + 1]!;
    const log = this.#quotient[i]!;
    const turn = this.#quotient[i + 1]!;
    const re = Math.expm1(log) * Math.cos(turn) - 2 * Math.sin(turn / 2) ** 2;
    const im = Math.exp(log) * Math.sin(turn);
    out[i] = radius * (re * Math.cos(angle) - im * Math.sin(angle));
    out[i + 1] = radius * (re * Math.sin(angle) + im * Math.cos(angle));
  }

  #putByBoth(out: Float64Array, i: number): void {
    for (const [logs, sign] of [
      [this.#whole, 1],
      [this.#usual, -1],
    ] as const) {
      const radius = Math.exp(logs[i]!);
      if (radius === 0) continue; // its angle may be none
      out[i]! += sign * radius * Math.cos(logs[i + 1]!);
      out[i + 1]! += sign * radius * Math.sin(logs[i + 1]!);
    }
  }
}

function addLog(logs: Float64Array, i: number, re: number, im: number, times: number): void {
  logs[i]! += (times / 2) * Math.log(re * re + im * im);
  logs[i + 1]! += times * Math.atan2(im, re);
}
