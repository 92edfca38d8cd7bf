import type { LossBins } from "./loss-bins.js";

/**
 * Bins for the pair of a mechanism run on a share of the users, drawn without replacement, under replace-one.
 *
 * The sampled mechanism's profile is at most that of ((1 - g) Q + g P, Q) where x >= 1, and that of (P, (1 - g) P + g Q) where
 * x < 1; their pointwise maximum is one profile, with an atom of loss zero, and composes as such. (P, Q) must be symmetric.
 *
 * @see Zhu, Dong, Wang, "Optimal Accounting of Differential Privacy via Characteristic Function", AISTATS 2022, arXiv:2106.08567
 */
export class SampledBins {
  readonly #bins: LossBins;
  readonly #rate: number;
  #distance = 0;

  constructor(bins: LossBins, rate: number) {
    this.#bins = bins;
    this.#rate = rate;
  }

  /** An outcome of the unsampled pair, `gain` = massP - massQ by itself. */
  add(massP: number, massQ: number, gain: number): void {
    const change = this.#rate * gain;
    if (gain > 0) {
      this.#distance += gain;
      this.#bins.add(Math.log1p(change / massQ), massQ + change, change);
    } else {
      this.#bins.add(-Math.log1p(-change / massP), massP, change);
    }
  }

  /** The bins, with the atom that joins the two halves of the profile. */
  finish(): LossBins {
    this.#bins.add(0, (1 - this.#rate) * this.#distance, 0);
    return this.#bins;
  }
}
