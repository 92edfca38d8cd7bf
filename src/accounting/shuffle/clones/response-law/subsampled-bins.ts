import type { LossBins } from "../../../../pld/discretize/loss-bins.js";
import type { BiasPmf } from "./bias-bins.js";

/**
 * Bins for the pair of a mechanism run on a sample of the users, drawn without replacement, under
 * replace-one.
 *
 * With sampling rate g, the sampled mechanism's divergence is at most that of ((1 - g) Q + g P, Q) where x >=
 * 1, and that of (P, (1 - g) P + g Q) where x < 1; their pointwise maximum belongs to one pair, with a point
 * at loss zero, and composes as such. (P, Q) must be symmetric: of an outcome and its mirror image, which has
 * their likelihoods swapped, one is added.
 *
 * @see Zhu, Dong, Wang, "Optimal Accounting of Differential Privacy via Characteristic Function", AISTATS
 *   2022, arXiv:2106.08567
 */
export class SubsampledBins {
  readonly #bins: LossBins;
  readonly #samplingRate: number;
  #totalVariation = 0;
  #zeroLossMass = 0;

  constructor(bins: LossBins, samplingRate: number) {
    this.#bins = bins;
    this.#samplingRate = samplingRate;
  }

  /**
   * Outcomes with likelihoods 1 +- bias imbalance times weight and mass, `imbalance` in (0, 1], and their
   * mirror images.
   */
  add(weight: number, imbalance: number, { complement, mass }: BiasPmf): void {
    for (let i = 0; i < complement.length; i++) {
      const unbiased = complement[i]!;
      const total = weight * mass[i]!;
      const biased = total * (1 - unbiased);
      const difference = 2 * biased * imbalance;
      const massQ = total * unbiased + biased * (1 - imbalance);
      const change = this.#samplingRate * difference;
      this.#totalVariation += difference;
      this.#bins.add(Math.log1p(change / massQ), massQ, change);
    }
  }

  /** Outcomes of equal likelihoods, with their mirror images. */
  addZeroLoss(mass: number): void {
    this.#zeroLossMass += mass;
  }

  /** The bins of the whole pair, with the point at loss zero that joins the two halves of the divergence. */
  finish(): LossBins {
    this.#bins.addMirrorImage();
    this.#bins.add(0, this.#zeroLossMass + (1 - this.#samplingRate) * this.#totalVariation, 0);
    return this.#bins;
  }
}
