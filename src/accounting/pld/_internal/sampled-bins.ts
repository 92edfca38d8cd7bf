import type { Contrasts } from "./contrast-cells.js";
import type { LossBins } from "./loss-bins.js";

/**
 * Bins for the pair of a mechanism run on a share of the users, drawn without replacement, under replace-one.
 *
 * The sampled mechanism's profile is at most that of ((1 - g) Q + g P, Q) where x >= 1, and that of (P, (1 - g) P + g Q) where
 * x < 1; their pointwise maximum is one profile, with an atom of loss zero, and composes as such. (P, Q) must be symmetric: of an
 * outcome and its mirror image, which has their likelihoods swapped, one is added.
 *
 * @see Zhu, Dong, Wang, "Optimal Accounting of Differential Privacy via Characteristic Function", AISTATS 2022, arXiv:2106.08567
 */
export class SampledBins {
  readonly #bins: LossBins;
  readonly #rate: number;
  #distance = 0;
  #neutral = 0;

  constructor(bins: LossBins, rate: number) {
    this.#bins = bins;
    this.#rate = rate;
  }

  /** Outcomes with likelihoods 1 +- contrast lean times weight and mass, `lean` in (0, 1], and their mirror images. */
  add(weight: number, lean: number, { blurs, masses }: Contrasts): void {
    for (let i = 0; i < blurs.length; i++) {
      const blur = blurs[i]!;
      const mass = weight * masses[i]!;
      const seen = mass * (1 - blur);
      const gain = 2 * seen * lean;
      const massQ = mass * blur + seen * (1 - lean);
      const change = this.#rate * gain;
      this.#distance += gain;
      this.#bins.add(Math.log1p(change / massQ), massQ, change);
    }
  }

  /** Outcomes of equal likelihoods, with their mirror images. */
  addNeutral(mass: number): void {
    this.#neutral += mass;
  }

  /** The bins, with the atom that joins the two halves of the profile. */
  finish(): LossBins {
    this.#bins.mirror();
    this.#bins.add(0, this.#neutral + (1 - this.#rate) * this.#distance, 0);
    return this.#bins;
  }
}
